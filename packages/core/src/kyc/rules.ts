/** Reasons for which staff reject an identity check, besides a remark in words. */
export const kycRejections = ['unreadable', 'mismatch', 'expired', 'duplicate', 'underage'] as const
export type KycRejection = (typeof kycRejections)[number]

/** Time from handing in to the deadline of the decision, by the business calendar; milliseconds. */
export const kycDeadlineMs = 72 * 3_600_000

/** Longest name and number of a document, in characters. */
export const maxKycNameLength = 100
export const maxDocumentNumberLength = 40
const minDocumentNumberLength = 3

const documentNumberPattern = /^[\p{L}\p{M}\p{Nd} -]+$/u
const control = /\p{Cc}/u

/** Number of characters as a reader counts them, not of UTF-16 units. */
const lengthOf = (text: string): number => [...text].length

/**
 * The number of a document in the form that is compared: upper case, without spaces and hyphens, compatible forms of a
 * letter or digit made equal.
 *
 * @example normalizeDocumentNumber(' ab-12 34') // 'AB1234'
 */
export const normalizeDocumentNumber = (documentNumber: string): string =>
  documentNumber.normalize('NFKC').toUpperCase().replace(/[\s-]/gu, '')

/** What a customer hands in: name and number of the document, and the addresses of two pictures; absent is empty. */
export type KycInput = {
  readonly username: string
  readonly documentNumber: string
  readonly front: string
  readonly back: string
}

/** Names are trimmed before they are judged and stored. */
export const trimKyc = (raw: { readonly [Name in keyof KycInput]?: string | undefined }): KycInput => ({
  username: raw.username?.trim() ?? '',
  documentNumber: raw.documentNumber?.trim() ?? '',
  front: raw.front?.trim() ?? '',
  back: raw.back?.trim() ?? '',
})

/**
 * The first field of trimmed data that is missing or malformed; null when none is. Whether the pictures are the
 * customer's own the server knows.
 *
 * @example validateKyc({ username: 'Ada', documentNumber: 'A-1?', front: 'a', back: 'b' }) // 'documentNumber'
 */
export const validateKyc = ({ username, documentNumber, front, back }: KycInput): keyof KycInput | null => {
  if (username === '' || lengthOf(username) > maxKycNameLength || control.test(username)) return 'username'
  const length = lengthOf(documentNumber)
  if (
    length < minDocumentNumberLength ||
    length > maxDocumentNumberLength ||
    !documentNumberPattern.test(documentNumber)
  )
    return 'documentNumber'
  if (normalizeDocumentNumber(documentNumber) === '') return 'documentNumber'
  if (front === '') return 'front'
  return back === '' ? 'back' : null
}

/**
 * The text whose keyed hash names one person: country of the phone (ISO 3166-1 alpha-2, empty where it is not known) and
 * number of the document.
 *
 * @example personText('DE', 'l01-x00 t47') // 'DE\nL01X00T47'
 */
export const personText = (country: string | null, documentNumber: string): string =>
  `${country ?? ''}\n${normalizeDocumentNumber(documentNumber)}`
