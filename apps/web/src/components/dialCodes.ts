/** ISO country codes with their dialling codes. Country names come from `Intl.DisplayNames`. */
const dialling =
  'US1 CA1 GB44 AE971 AR54 AT43 AU61 BD880 BE32 BG359 BH973 BO591 BR55 BY375 CH41 CL56 CN86 CO57 CR506 CY357 CZ420 DE49 DK45 DO1809 DZ213 EC593 EE372 EG20 ES34 FI358 FR33 GE995 GH233 GR30 GT502 HK852 HN504 HR385 HU36 ID62 IE353 IL972 IN91 IQ964 IS354 IT39 JM1876 JO962 JP81 KE254 KG996 KH855 KR82 KW965 KZ7 LA856 LB961 LK94 LT370 LU352 LV371 MA212 MD373 MM95 MN976 MO853 MT356 MX52 MY60 NG234 NI505 NL31 NO47 NP977 NZ64 OM968 PA507 PE51 PH63 PK92 PL48 PT351 PY595 QA974 RO40 RS381 RU7 SA966 SE46 SG65 SI386 SK421 SV503 TH66 TN216 TR90 TW886 TZ255 UA380 UG256 UY598 UZ998 VE58 VN84 ZA27'

export type CountryDialCode = { readonly country: string; readonly dialCode: string }

export const dialCodes: readonly CountryDialCode[] = dialling
  .split(' ')
  .map((entry) => ({ country: entry.slice(0, 2), dialCode: entry.slice(2) }))

/** Selected country if it is available, otherwise the first available one. Any country while the list is unknown. */
export const offeredCountry = (chosen: string, offered: readonly string[] | undefined): string => {
  if (offered === undefined || offered.includes(chosen)) return chosen
  return dialCodes.find(({ country }) => offered.includes(country))?.country ?? chosen
}

/**
 * Phone number in wire format: digits without +, beginning with the dialling code. Removes spaces, dashes,
 * brackets and the national prefix 0.
 *
 * @example wirePhone('44', '020 7946-0958') // '442079460958'
 */
export const wirePhone = (dialCode: string, typed: string): string => {
  const digits = typed.replace(/[\s().\-/]/g, '')
  if (!/^\+?\d+$/.test(digits)) return ''
  const whole = digits.startsWith('+') ? digits.slice(1) : ''
  if (whole.startsWith(dialCode)) return whole
  // In Italy the leading zero is part of the number.
  return dialCode + (dialCode === '39' ? digits : digits.replace(/^\+?0*/, ''))
}
