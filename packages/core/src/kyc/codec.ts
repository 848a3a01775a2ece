/** Wire forms of identity checks. */
import type { BodyOf, DataOf, RequestOf } from '../calls.ts'
import type { StaffRole } from '../staff/roles.ts'
import { type KycInput, type KycRejection, trimKyc } from './rules.ts'

const states = { 1: 'pending', 2: 'approved', 3: 'rejected' } as const
export type IdentityState = (typeof states)[keyof typeof states]

/** State of an identity check by its wire status. */
export const identityState = ({ status }: { readonly status: keyof typeof states }): IdentityState =>
  states[status]

const statuses = { pending: 1, approved: 2, rejected: 3 } as const satisfies Record<IdentityState, number>

/** Wire status of a state. */
export const identityStateToWire = (state: IdentityState): 1 | 2 | 3 => statuses[state]

/** Parses the request of `/api/user/saveOrUpdKyc`: trimmed, absent texts are empty. */
export const submitKycFromWire = (body: BodyOf<'/api/user/saveOrUpdKyc'>): KycInput =>
  trimKyc({
    username: body.username,
    documentNumber: body.idcard,
    front: body.forntpic,
    back: body.reversepic,
  })

/** Formats an identity check for `/api/user/saveOrUpdKyc`. */
export const submitKycToWire = (input: KycInput): RequestOf<'/api/user/saveOrUpdKyc'> => ({
  username: input.username,
  idcard: input.documentNumber,
  forntpic: input.front,
  reversepic: input.back,
})

/** Name and number of a document. */
export type DocumentIdentity = Pick<KycInput, 'username' | 'documentNumber'>

/** Name and number of a document as they are sealed: a JSON object of the wire's names. */
export const documentToText = ({ username, documentNumber }: DocumentIdentity): string =>
  JSON.stringify({ username, idcard: documentNumber })

/** The reverse of `documentToText`. */
export const documentFromText = (text: string): DocumentIdentity => {
  const { username, idcard } = JSON.parse(text) as { readonly username: string; readonly idcard: string }
  return { username, documentNumber: idcard }
}

const fieldNames = {
  username: 'username',
  documentNumber: 'idcard',
  front: 'forntpic',
  back: 'reversepic',
} as const satisfies Record<keyof KycInput, string>

/** Name of a field on the wire. */
export const kycFieldToWire = (field: keyof KycInput): string => fieldNames[field]

/** Whether an error names one of the pictures. */
export const isKycPicture = (field: unknown): boolean =>
  field === fieldNames.front || field === fieldNames.back

/** The identity check of a customer; pictures are links that expire. */
export type KycRecord = KycInput & {
  readonly state: IdentityState
  /** Of a rejected one: what staff wrote, and why. */
  readonly remark: string | null
  readonly reason: KycRejection | null
  readonly deadlineMs: number
  /** Looks of staff, the newest first. */
  readonly views: readonly { readonly time: number; readonly role: StaffRole }[]
}

/** Formats an identity check for `/api/user/queryKyc`. */
export const kycRecordToWire = (record: KycRecord): NonNullable<DataOf<'/api/user/queryKyc'>> => ({
  username: record.username,
  idcard: record.documentNumber,
  forntpic: record.front,
  reversepic: record.back,
  status: identityStateToWire(record.state),
  refuseremarke: record.remark,
  reason: record.reason,
  deadline: record.deadlineMs,
  views: [...record.views],
})

/** Parses the answer of `/api/user/queryKyc`; null where none was handed in. */
export const kycRecordFromWire = (data: DataOf<'/api/user/queryKyc'>): KycRecord | null =>
  data && {
    username: data.username,
    documentNumber: data.idcard,
    front: data.forntpic,
    back: data.reversepic,
    state: identityState(data),
    remark: data.refuseremarke,
    reason: data.reason,
    deadlineMs: data.deadline,
    views: data.views,
  }
