/** Reasons for which staff reject an identity check, besides a remark in words. */
export const kycRejections = ['unreadable', 'mismatch', 'expired', 'duplicate', 'underage'] as const
export type KycRejection = (typeof kycRejections)[number]

/** Time from handing in to the deadline of the decision, by the business calendar; milliseconds. */
export const kycDeadlineMs = 72 * 3_600_000

/** Longest name and number of a document, in characters. */
export const maxKycNameLength = 100
export const maxIdcardLength = 40
const minIdcardLength = 3

const idcardPattern = /^[\p{L}\p{M}\p{Nd} -]+$/u
const control = /\p{Cc}/u

/** Number of characters as a reader counts them, not of UTF-16 units. */
const lengthOf = (text: string): number => [...text].length

/**
 * The number of a document in the form that is compared: upper case, without spaces and hyphens, compatible forms of a
 * letter or digit made equal.
 *
 * @example normalizeIdcard(' ab-12 34') // 'AB1234'
 */
export const normalizeIdcard = (idcard: string): string =>
  idcard.normalize('NFKC').toUpperCase().replace(/[\s-]/gu, '')

/** What a customer hands in: name and number of the document, and the addresses of two pictures; absent is empty. */
export type KycInput = {
  readonly username: string
  readonly idcard: string
  readonly front: string
  readonly back: string
}

/** Names are trimmed before they are judged and stored. */
export const trimKyc = (raw: { readonly [Name in keyof KycInput]?: string | undefined }): KycInput => ({
  username: raw.username?.trim() ?? '',
  idcard: raw.idcard?.trim() ?? '',
  front: raw.front?.trim() ?? '',
  back: raw.back?.trim() ?? '',
})

/**
 * The first field of trimmed data that is missing or malformed; null when none is. Whether the pictures are the
 * customer's own the server knows.
 *
 * @example validateKyc({ username: 'Ada', idcard: 'A-1?', front: 'a', back: 'b' }) // 'idcard'
 */
export const validateKyc = ({ username, idcard, front, back }: KycInput): keyof KycInput | null => {
  if (username === '' || lengthOf(username) > maxKycNameLength || control.test(username)) return 'username'
  const length = lengthOf(idcard)
  if (length < minIdcardLength || length > maxIdcardLength || !idcardPattern.test(idcard)) return 'idcard'
  if (normalizeIdcard(idcard) === '') return 'idcard'
  if (front === '') return 'front'
  return back === '' ? 'back' : null
}

/**
 * The text whose keyed hash names one person: country of the phone (ISO 3166-1 alpha-2, empty where it is not known) and
 * number of the document.
 *
 * @example personText('DE', 'l01-x00 t47') // 'DE\nL01X00T47'
 */
export const personText = (country: string | null, idcard: string): string =>
  `${country ?? ''}\n${normalizeIdcard(idcard)}`
