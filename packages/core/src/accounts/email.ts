const longest = 254

// What RFC 5321 can deliver to and people have: a dot-atom and a domain with at least two labels.
// Neither quoted local parts nor address literals; letters beyond ASCII are for servers that take
// them (RFC 6531).
const shape =
  /^[^\s@"(),:;<>[\\\]]+@[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u

/** Whether a text can be an e-mail address. Only a mail that arrives tells whether it is one. */
export const isEmail = (text: string): boolean => {
  const local = text.slice(0, text.lastIndexOf("@"))
  return (
    text.length <= longest &&
    local.length <= 64 &&
    !/^\.|\.\.|\.$/.test(local) &&
    !/\p{Cc}/u.test(text) &&
    shape.test(text)
  )
}
