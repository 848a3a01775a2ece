import { z } from 'zod'
import { parseDecimal } from '../money/units.ts'
import { call } from '../wire/call.ts'
import {
  choiceField,
  formatAmount,
  instant,
  pagingFields,
  passwordField,
  textField,
  wholeField,
} from '../wire/fields.ts'
import {
  pauseReasons,
  pendingReasons,
  withdrawalActors,
  withdrawalMethods,
  withdrawalRejections,
  withdrawalStates,
} from './rules.ts'

/** A well-formed amount, kept as text: only the text distinguishes `100` from `100.0`. */
const rawAmountField = z
  .string()
  .meta({ description: 'USDT, plain digits without a decimal point', pattern: '^\\d{1,15}(\\.\\d{1,8})?$' })
  .refine((text) => parseDecimal(text, 8) !== null)

const id = wholeField(1)
const banktype = choiceField([1, 3]).meta({ description: '1 bank account, 3 digital wallet' })
const network = choiceField([1001, 1002]).optional().meta({
  description: 'of a digital withdrawal: 1001 ERC20, 1002 TRC20; without it TRC20 where one is saved',
})
const way = z.enum(withdrawalMethods)
const waitingReason = z.enum(pendingReasons)

export const withdrawalCalls = {
  '/api/pay/withdraw': call({
    audience: 'user',
    restricted: 'refused',
    apiKeyScope: 'none',
    stepUp: 'withSecondFactor',
    checkedPasswords: ['withdrawpsd'],
    changes: true,
    summary:
      'Asks for a withdrawal to the bank account or the wallet on file. The whole amount leaves the wallet at once and is held until it is sent, rejected or cancelled; the platform fee is part of the amount. Refuses 2003 with data.reason where nothing is on file (noDestination) or a pause runs (until), and 2002 with min, max or cap.',
    request: z.strictObject({
      banktype,
      type: network,
      price: rawAmountField,
      userremark: textField(200).optional(),
      withdrawpsd: passwordField(),
    }),
    data: z.object({ id: z.number().int(), tax: formatAmount, net: formatAmount }),
    refusals: [
      'outOfRange',
      'insufficientBalance',
      'invalidState',
      'invalidCredentials',
      'tooManyRequests',
      'ledgerSuspended',
    ],
    example: { banktype: 3, type: 1002, price: '100', withdrawpsd: 'Demo123!' },
  }),
  '/api/pay/withdrawQuote': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary:
      'Says before the confirmation what a withdrawal would cost and whether it would be taken. The one that charges computes it.',
    request: z.strictObject({ banktype, type: network, price: rawAmountField.default('0') }),
    data: z.object({
      tax: formatAmount.meta({ description: 'the platform fee, part of the amount' }),
      net: formatAmount.meta({ description: 'what is paid out' }),
      min: formatAmount,
      max: formatAmount,
      cap: formatAmount.nullable().meta({
        description: 'what is left of the daily cap of customers without a running product; null: no cap',
      }),
      available: formatAmount.meta({ description: 'free in the wallet; bonus never counts' }),
      reason: z
        .enum([...new Set([...pendingReasons, ...pauseReasons])] as [string, ...string[]])
        .meta({ description: 'why it would wait; with `until` why it is paused' }),
      until: instant.nullable().meta({ description: 'end of the pause' }),
      deadlineInMs: z.number().int().meta({ description: 'from the request to the fixed deadline' }),
      approvals: z.number().int().meta({ description: 'managers who must approve' }),
      way: way.nullable().meta({ description: 'null: nothing is on file' }),
      destination: z.string().nullable().meta({ description: 'masked' }),
    }),
    example: { banktype: 3, price: '100' },
  }),
  '/api/pay/withdrawStatus': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary: 'Says where a withdrawal stands: why it waits, whose turn it is and until when.',
    request: z.strictObject({ id }),
    data: z.object({
      state: z.enum(withdrawalStates),
      reason: waitingReason.nullable().meta({ description: 'why it waits; null when it ended' }),
      reasonText: z.string().nullable().meta({ description: 'what staff wrote to a legal order' }),
      until: instant.nullable().meta({ description: 'until when a legal order holds it' }),
      owner: z.enum(withdrawalActors).nullable(),
      deadline: instant.meta({ description: '24 h after the request, never extended' }),
      leftMs: z
        .number()
        .int()
        .meta({ description: 'until the deadline, by the business calendar; negative behind it' }),
      overdue: z.boolean(),
      approvals: z.number().int(),
      needed: z.number().int(),
      rejection: z.enum(withdrawalRejections).nullable(),
      remark: z.string().nullable().meta({ description: 'what staff wrote to a rejection' }),
      txhash: z.string().nullable(),
      cancellable: z.boolean(),
    }),
    refusals: ['notFound'],
    example: { id: 1 },
  }),
  '/api/pay/withdrawalList': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    list: true,
    summary: 'Lists my withdrawals.',
    request: z.strictObject(pagingFields(['bptime', 'id'])),
    data: z.array(
      z.object({
        id: z.number().int(),
        isverified: z
          .union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
          .meta({ description: '0 waits, 1 sent, 2 rejected, 3 cancelled' }),
        state: z.enum(withdrawalStates),
        bptime: instant,
        bpbalance: formatAmount.meta({ description: 'the amount, as bpprice; older pages read it here' }),
        bpprice: formatAmount,
        tax: formatAmount,
        net: formatAmount,
        remarks: z.string().meta({ description: 'of staff where there is one, else my own' }),
        rejection: z.enum(withdrawalRejections).nullable(),
        name_en: z.string().meta({ description: 'Bank account, ERC20 or TRC20' }),
        destination: z.string().meta({ description: 'masked' }),
        deadline: instant,
        txhash: z.string().optional(),
      }),
    ),
    example: { pageNum: 1, pageSize: 10 },
  }),
  '/api/pay/cancelWithdraw': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'none',
    changes: true,
    summary: 'Takes a withdrawal back until it is handed to the signer; amount and fee return at once.',
    request: z.strictObject({ id }),
    data: z.object({}),
    refusals: ['notFound', 'invalidState'],
    example: { id: 1 },
  }),
} as const

const batchRow = z.object({
  id: z.number().int(),
  way,
  made: instant,
  staff: z.string(),
  count: z.number().int(),
  sent: z.number().int(),
  failed: z.number().int().meta({ description: 'declared as not sent, and given back' }),
  total: formatAmount.meta({ description: 'the sum of what is paid out' }),
  checksum: z.string().meta({ description: 'SHA-256 of the file, hex' }),
})
const batchFile = batchRow.extend({
  format: z.enum(['csv', 'jsonl']),
  file: z.string().meta({
    description: 'one line per withdrawal: id, network, address, amount, and for banks the account',
  }),
})
const format = z.enum(['csv', 'jsonl']).default('csv')

/** Calls by which managers process approved withdrawals. The system holds no signing key. */
export const withdrawalStaffCalls = {
  '/staff/api/withdrawHold': call({
    audience: 'staff',
    requiredRole: 'manager',
    changes: true,
    summary:
      'Sets why a withdrawal waits; the deadline stays what it was. A legal order needs a text, which the customer sees, a reference and two managers: until the second one makes the same call the answer has `approvals` 1 and nothing is held. It ends after 7 days unless both renew it by the same call; another reason, of two managers, ends it earlier. Managers only.',
    request: z.strictObject({
      id,
      reason: waitingReason,
      remark: textField(500).optional(),
      reference: textField(100).optional().meta({ description: 'of a legal order, such as a file number' }),
    }),
    data: z.object({
      reason: waitingReason.nullable(),
      reasonText: z.string().nullable(),
      until: instant.nullable().meta({ description: 'until when a legal order holds it' }),
      approvals: z.literal(1).optional().meta({ description: 'waits for a second manager; nothing is done' }),
    }),
    refusals: ['notFound', 'notAllowed', 'invalidState', 'invalidField'],
    example: { id: 1, reason: 'network_congestion' },
  }),
  '/staff/api/withdrawExport': call({
    audience: 'staff',
    requiredRole: 'manager',
    changes: true,
    summary:
      'Hands all approved withdrawals of one way to the operator’s own signer as a file (at most 500). From then on customers cannot cancel them. Managers only.',
    request: z.strictObject({ way, format }),
    data: batchFile,
    refusals: ['notAllowed', 'invalidState', 'ledgerSuspended'],
    example: { way: '1002', format: 'csv' },
  }),
  '/staff/api/withdrawBatches': call({
    audience: 'staff',
    requiredRole: 'manager',
    list: true,
    summary: 'Lists the files handed to the signer, newest first. Managers only.',
    request: z.strictObject(pagingFields(['made'])),
    data: z.array(batchRow),
    refusals: ['notAllowed'],
    example: { pageNum: 1, pageSize: 20 },
  }),
  '/staff/api/withdrawBatch': call({
    audience: 'staff',
    requiredRole: 'manager',
    summary: 'Returns the file of a batch once more, byte by byte the same. Managers only, audited.',
    request: z.strictObject({ id }),
    data: batchFile,
    refusals: ['notAllowed', 'notFound', 'invalidState'],
    example: { id: 1 },
  }),
  '/staff/api/withdrawSent': call({
    audience: 'staff',
    requiredRole: 'manager',
    changes: true,
    summary:
      'Records that a withdrawal was sent: the transaction hash, or the reference of the bank transfer. A hash counts once for ever. The checksum of the file must be the batch’s. Managers only.',
    request: z.strictObject({ id, checksum: textField(64), txhash: textField(80) }),
    data: z.object({ id: z.number().int(), txhash: z.string() }),
    refusals: ['notFound', 'notAllowed', 'invalidState', 'alreadyTaken', 'invalidField'],
    example: { id: 1, checksum: '0'.repeat(64), txhash: 'a'.repeat(64) },
  }),
  '/staff/api/withdrawFail': call({
    audience: 'staff',
    requiredRole: 'manager',
    changes: true,
    summary:
      'Rejects an approved withdrawal that cannot be sent; amount and fee return at once. One that was handed to the signer needs another manager than who handed it. Managers only.',
    request: z.strictObject({ id, reason: z.enum(withdrawalRejections), remark: textField(500) }),
    data: z.object({}),
    refusals: ['notFound', 'notAllowed', 'invalidState', 'invalidField'],
    example: { id: 1, reason: 'bad_address', remark: 'The bank returned the transfer: account closed.' },
  }),
} as const
