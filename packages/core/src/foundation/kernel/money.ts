/**
 * How many digits stand after the point, by ISO 4217; `Intl` differs from the standard for sixteen
 * of them.
 */
const exponents: Readonly<Record<string, number>> = Object.fromEntries([
  ...list("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF", 0),
  ...list("BHD IQD JOD KWD LYD OMR TND", 3),
  ...list("CLF UYW", 4),
  ...list(
    `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUP
     CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT
     LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR
     RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES
     WST XCD XCG YER ZAR ZMW ZWG`,
    2,
  ),
])

function list(codes: string, exponent: number): readonly (readonly [string, number])[] {
  return codes
    .trim()
    .split(/\s+/)
    .map((code) => [code, exponent] as const)
}

/** Whether `code` is a currency of ISO 4217, in upper case. */
export const isCurrency = (code: string): boolean => Object.hasOwn(exponents, code)

/** How many digits of a currency stand behind the point; undefined for what is no currency. */
export const digitsOf = (code: string): number | undefined =>
  isCurrency(code) ? exponents[code] : undefined
