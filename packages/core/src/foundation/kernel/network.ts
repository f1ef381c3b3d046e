import { isIP } from "node:net"
import ipaddr from "ipaddr.js"

/** An address, or a block of addresses such as `10.0.0.0/8`. */
export interface Network {
  /** 128 bits: IPv4 as IPv4-mapped IPv6. */
  readonly address: ipaddr.IPv6
  /** 0 to 128. */
  readonly prefix: number
}

/**
 * Reads an address or a network such as `10.0.0.0/8` or `fd00::/8`; undefined if the text is
 * neither. A network of IPv4 contains the IPv4-mapped spellings of its addresses too.
 */
export const readNetwork = (text: string): Network | undefined => {
  const [written = "", length = "", ...rest] = text.split("/")
  const plain = withoutPort(written)
  const address = readIp(plain)
  if (address === undefined) return undefined
  if (text === written) return { address, prefix: 128 }
  const prefix = Number(length) + (isIP(plain) === 4 ? 96 : 0)
  // `::ffff:10.0.0.0/8` would be all of IPv4; its writer meant `10.0.0.0/8`.
  const least = address.isIPv4MappedAddress() ? 96 : 0
  const isPrefix = /^\d{1,3}$/.test(length) && prefix >= least && prefix <= 128 && rest.length === 0
  return isPrefix ? { address, prefix } : undefined
}

/** Whether one of the networks contains an address. */
export const isWithin = (networks: readonly Network[], bits: Network["address"]): boolean =>
  networks.some(({ address, prefix }) => bits.match(address, prefix))

/**
 * Reads an address without zone, brackets and port; undefined if the text is none. Node decides
 * what is an address: ipaddr.js also reads octal, hexadecimal and shortened IPv4. And it takes
 * `::192.0.2.1` for IPv4-mapped, which the same address written as `0::192.0.2.1` is not.
 */
export const readIp = (address: string): Network["address"] | undefined => {
  const version = isIP(address)
  if (version === 0) return undefined
  return ipaddr.IPv6.parse(
    version === 4 ? `::ffff:${address}` : address.replace(/^::(?=\d+\.)/, "0::"),
  )
}

/** Drops zones, brackets and the ports of IPv4. */
export const withoutPort = (address: string): string =>
  address
    .replace(/^\[([^\]]+)\](:\d+)?$/, "$1")
    .replace(/%.*$/, "")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")
