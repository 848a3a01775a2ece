import { z } from 'zod'
import { textRejections } from '../community/rules.ts'
import { maxComplaintLength } from '../identity/locks.ts'
import { kycRejections } from '../kyc/rules.ts'
import { call } from '../wire/call.ts'
import {
  choiceField,
  formatAmount,
  instant,
  pagingFields,
  textField,
  usdtField,
  wholeField,
} from '../wire/fields.ts'
import { withdrawalRejections } from '../withdrawals/rules.ts'
import { customerSummary } from './summary/wire.ts'

/** Kinds of items in the review queue; a module that adds a kind lists it here. */
export const reviewKinds = [
  'deposit',
  'withdrawal',
  'complaint',
  'kyc',
  'loan',
  'subscription',
  'task',
  'lead',
  'speech',
  'comment',
  'reply',
  'appeal',
] as const
export type ReviewKindName = (typeof reviewKinds)[number]

/** 0 pending, 1 approved, 2 rejected or cancelled by the customer. */
export const reviewStatuses = [0, 1, 2] as const
export type ReviewStatus = (typeof reviewStatuses)[number]

/** Display form of an item's field: a picture is a short-lived link, a time is epoch milliseconds. */
export const fieldForms = ['text', 'amount', 'time', 'address', 'hash', 'picture'] as const

/** One named value of an item; generic, so that one screen shows every kind. */
export const reviewField = z.object({
  name: z.string().meta({ description: 'a key such as network, net or txhash' }),
  value: z.string(),
  form: z.enum(fieldForms),
})
export type ReviewField = z.output<typeof reviewField>

/** Allowed rejection reasons by kind; a kind without reasons accepts only a remark. */
export const rejectionsOf: Readonly<Record<ReviewKindName, readonly string[]>> = {
  deposit: [],
  withdrawal: withdrawalRejections,
  complaint: [],
  kyc: kycRejections,
  task: [],
  speech: textRejections,
  comment: textRejections,
  reply: textRejections,
  appeal: [],
  lead: [],
  loan: [],
  subscription: [],
}

const row = z.object({
  kind: z.enum(reviewKinds),
  id: z.number().int(),
  uid: z.number().int().nullable().meta({ description: 'null where the item belongs to no customer' }),
  username: z.string(),
  createtime: instant,
  age: z.number().int().meta({ description: 'milliseconds since then, by the business calendar' }),
  deadline: instant.nullable(),
  overdue: z.boolean(),
  status: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  summary: z.string().meta({ description: 'one plain line without personal data' }),
  amount: formatAmount.nullable().meta({ description: 'USDT' }),
  approvals: z.number().int(),
  needed: z.number().int().meta({ description: 'managers who must approve' }),
  holder: z
    .object({ id: z.number().int(), name: z.string(), until: instant })
    .nullable()
    .meta({ description: 'who of the staff is at it' }),
  decided: instant.nullable(),
  remark: z.string().nullable(),
  reason: z.string().nullable().meta({ description: 'the code a rejection named' }),
  fields: z.array(reviewField),
  duplicate: z
    .boolean()
    .optional()
    .meta({ description: 'kyc: whether another account of the same person exists' }),
})

const decision = z.object({
  staff: z.string(),
  decision: z.enum(['approve', 'reject']),
  remark: z.string(),
  time: instant,
})

/** Parts of the queue: due within four hours, held by the reader, approved by one of two, or held by no one. */
export const reviewScopes = ['due', 'mine', 'second', 'free'] as const
export type ReviewScope = (typeof reviewScopes)[number]

const kind = z.enum(reviewKinds)
const id = wholeField(1)

export const reviewCalls = {
  '/api/user/complain': call({
    audience: 'user',
    apiKeyScope: 'none',
    restricted: 'allowed',
    changes: true,
    summary:
      'Complains, about a lock of my account or anything else: a manager answers it, and the answer comes by letter. At most five a day.',
    request: z.strictObject({ text: textField(maxComplaintLength) }),
    data: z.object({ id: z.number().int() }),
    refusals: ['tooManyRequests'],
    example: { text: 'My account is locked, and I do not know why.' },
  }),
  '/staff/api/reviewList': call({
    audience: 'staff',
    requiredRole: 'service',
    list: true,
    summary:
      'Lists what waits for staff, or was decided: of one kind or of all. The order `deadline` puts what ends first to the top.',
    request: z.strictObject({
      kind: kind.optional().meta({ description: 'without it all kinds' }),
      status: choiceField(reviewStatuses).default(0),
      text: textField(254).optional().meta({
        description: 'an id, a uid, an e-mail address, a phone, a transaction hash or an address on a chain',
      }),
      only: z
        .enum(reviewScopes)
        .optional()
        .meta({ description: 'due within 4 h, held by me, approved once, or held by no one' }),
      ...pagingFields(['createtime', 'deadline']),
    }),
    data: z.array(row),
    example: { status: 0, pageNum: 1, pageSize: 20, orderByColumn: 'deadline', isAsc: 'asc' },
  }),
  '/staff/api/reviewItem': call({
    audience: 'staff',
    requiredRole: 'service',
    summary:
      'Returns one item with its bank data, its pictures (short-lived links) and who decided what. Every look is audited.',
    request: z.strictObject({ kind, id }),
    data: row.extend({
      secrets: z.array(reviewField),
      customer: customerSummary.nullable().meta({ description: 'of deposits, withdrawals and loans' }),
      decisions: z.array(decision),
      reasons: z.array(z.string()).meta({ description: 'codes a rejection may name' }),
      may: z
        .object({ approve: z.boolean(), reject: z.boolean() })
        .meta({ description: 'what you may decide' }),
    }),
    refusals: ['notFound'],
    example: { kind: 'withdrawal', id: 1 },
  }),
  '/staff/api/reviewTake': call({
    audience: 'staff',
    requiredRole: 'service',
    changes: true,
    summary:
      'Takes a waiting item for yourself for 15 minutes (take 1), so that no two work at it, or puts it back (take 0). Nobody else decides it meanwhile. Taken twice in a row it is somebody else’s turn: 1006 until another person took it.',
    request: z.strictObject({ kind, id, take: choiceField([0, 1]) }),
    data: z.object({ until: instant.nullable() }),
    refusals: ['notFound', 'notAllowed', 'invalidState'],
    example: { kind: 'withdrawal', id: 1, take: 1 },
  }),
  '/staff/api/reviewDecide': call({
    audience: 'staff',
    requiredRole: 'service',
    managerFields: { kind: ['withdrawal', 'complaint', 'lead', 'loan'] },
    changes: true,
    summary:
      'Approves or rejects a waiting item. A rejection needs a remark, which the customer sees, and of a withdrawal or an identity check (kyc) a reason. A large one needs a second manager: the first approval leaves it waiting. Nobody decides what is his own. Approving a complaint says that it was justified; its answer is the remark, a must.',
    request: z.strictObject({
      kind,
      id,
      decision: z.enum(['approve', 'reject']),
      remark: textField(500).optional(),
      reason: textField(40).optional(),
      amount: usdtField().optional().meta({ description: 'deposit: what was really received' }),
    }),
    data: row,
    refusals: ['notFound', 'notAllowed', 'invalidState', 'invalidField'],
    example: { kind: 'withdrawal', id: 1, decision: 'approve' },
  }),
} as const
