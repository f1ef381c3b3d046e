/** Passwords of eight characters and more that lists of leaked ones begin with; lower case. */
export const commonestPasswords: ReadonlySet<string> = new Set(
  `12345678 123456789 1234567890 12341234 11223344 87654321 987654321 0987654321 123123123 147258369 123454321 1q2w3e4r 1q2w3e4r5t
  1qaz2wsx 1qazxsw2 zaq12wsx qwer1234 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwertz123 asdfghjk asdfghjkl asdfasdf asdf1234
  zxcvbnm1 zxcvbnm123 password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword pa55word passwort passwort1
  contrasena motdepasse wachtwoord iloveyou iloveyou1 ilovegod sunshine sunshine1 princess princess1 football football1 baseball
  basketball superman superman1 batman123 starwars pokemon1 dragon123 monkey123 shadow123 master123 michael1 jennifer jordan23 charlie1
  computer internet samsung1 whatever trustno1 welcome1 welcome123 letmein1 letmein123 admin123 admin1234 administrator changeme
  changeme1 default1 secret123 testtest test1234 abcd1234 abcdefgh abcdefg1 abc12345 a1b2c3d4 aa123456 q1w2e3r4 zxcvbnma
  blink182 liverpool chelsea1 arsenal1 mustang1 corvette mercedes chocolate butterfly hello123 lovely12 loveyou1 freedom1 summer2024
  summer2025 winter2024 winter2025 spring2025 autumn2025 google123 facebook1 linkedin symbolon symbolon1`.split(
    /\s+/,
  ),
)
