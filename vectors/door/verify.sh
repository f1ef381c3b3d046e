#!/bin/sh
# Asks openssl about every signature in signatures.tsv and compares with what is expected there: valid or invalid, public
# key and signature in base64url, payload, parted by tabs. Shares nothing with the door's code.
set -eu
list=${1:-$(dirname "$0")/signatures.tsv}
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
tab=$(printf '\t')

# base64url without padding to base64.
standard() {
  text=$(printf %s "$1" | tr -- '-_' '+/')
  while [ $((${#text} % 4)) -ne 0 ]; do text="$text="; done
  printf '%s\n' "$text"
}

valid=0 invalid=0 wrong=0
while IFS="$tab" read -r expected key signature payload; do
  # The fixed start of a SubjectPublicKeyInfo for Ed25519 (RFC 8410) fills whole groups of base64.
  { echo "-----BEGIN PUBLIC KEY-----"; printf MCowBQYDK2VwAyEA; standard "$key"; echo "-----END PUBLIC KEY-----"; } >"$work/key.pem"
  # A signature is longer than openssl reads as one line otherwise.
  standard "$signature" | openssl base64 -d -A >"$work/signature"
  printf %s "$payload" >"$work/payload"
  if openssl pkeyutl -verify -rawin -pubin -inkey "$work/key.pem" -in "$work/payload" -sigfile "$work/signature" >/dev/null 2>&1; then said=valid; else said=invalid; fi
  eval "$said=\$(($said + 1))"
  if [ "$said" != "$expected" ]; then
    wrong=$((wrong + 1))
    printf '%s instead of %s: %.60s\n' "$said" "$expected" "$payload" >&2
  fi
done <"$list"
echo "$valid valid, $invalid invalid, $wrong otherwise than expected"
[ "$wrong" -eq 0 ] && [ "$valid" -gt 0 ] && [ "$invalid" -gt 0 ]
