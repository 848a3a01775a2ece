import { z } from 'zod'
import { networks } from '../deposits/networks.ts'
import { call } from '../wire/call.ts'
import { choiceField, formatAmount, instant, pagingFields, textField, wholeField } from '../wire/fields.ts'
import { houseKey, signedText } from './heads.ts'
import { impossibleTo } from './impossible.ts'
import { ownSources } from './liabilities/ownLines.ts'
import { restrictionStats } from './restrictions.ts'

const dayField = z
  .string()
  .regex(/^\d{8}$/)
  .meta({ description: 'a day as yyyymmdd' })
const amounts = z.record(z.string(), formatAmount).meta({ description: 'amounts by asset' })
const report = signedText.extend({
  checks: z.number().int().meta({ description: 'customers who fetched their proof of it' }),
})
const receipt = z.object({ text: z.string(), signature: z.string(), keyid: z.string() })
const reportNumber = wholeField(1, 1_000_000_000).meta({ description: 'number of a report' })

const liabilityCalls = {
  '/api/trust/liabilities': call({
    audience: 'visitor',
    summary:
      'Returns the newest liabilities report, the newest of a day or the one of a number: a signed text with what customers are owed per asset, the whole book, and the root of a tree in which every customer finds the own balances.',
    request: z.strictObject({ day: dayField.optional(), number: reportNumber.optional() }),
    data: report,
    refusals: ['notFound'],
    example: { number: 1 },
  }),
  '/api/trust/liabilityList': call({
    audience: 'visitor',
    list: true,
    summary: 'Lists every liabilities report there ever was.',
    request: z.strictObject(pagingFields(['number'])),
    data: z.array(report),
    example: { pageNum: 1, pageSize: 10 },
  }),
  '/api/trust/proof': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary:
      'Returns the proof that I am in the newest liabilities report or the one of a number: my balances, my leaves with their nonces, and the path of each to the root. An account opened after the report has none (1005).',
    request: z.strictObject({ number: reportNumber.optional() }),
    data: z.object({
      report: signedText,
      uid: z.number().int(),
      balances: amounts,
      leaves: z.array(
        z.object({
          part: z.number().int(),
          nonce: z.string(),
          amounts,
          index: z.number().int(),
          path: z.array(z.object({ hash: z.string(), sums: amounts })),
        }),
      ),
    }),
    refusals: ['notFound'],
    example: { number: 1 },
  }),
  '/api/trust/proofLines': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary:
      'Lists what my balances in the newest liabilities report or the one of a number consist of, from the journal: wallets with their margin and holds, and what I am owed beyond them; of each what moved since and what it is now. The `reported` amounts of an asset add up to the balance of `proof`. An account opened after the report has none, and neither has a report made before these lines were kept (1005).',
    request: z.strictObject({ number: reportNumber.optional() }),
    data: z.object({
      number: z.number().int(),
      time: instant.meta({ description: 'when the report was made' }),
      lines: z.array(
        z.object({
          source: z.enum(ownSources),
          asset: z.string(),
          reported: formatAmount.meta({ description: 'at the instant of the report' }),
          entries: z.number().int().nullable().meta({
            description: 'journal lines since, of all accounts of this source; null of what is no account',
          }),
          change: formatAmount.meta({ description: 'signed, since the report' }),
          now: formatAmount,
        }),
      ),
    }),
    refusals: ['notFound'],
    example: { number: 1 },
  }),
  '/api/trust/receipt': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary:
      'Returns my signed receipt of a ledger transaction, or the newest. Receipts are made within seconds of the commit, and each names the hash of the one before.',
    request: z.strictObject({
      transaction: wholeField(1).optional().meta({ description: 'id of a ledger transaction' }),
    }),
    data: receipt,
    refusals: ['notFound'],
    example: { transaction: 41 },
  }),
  '/api/trust/receipts': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'read',
    summary:
      'Returns a link, good for five minutes, to a file with my signed receipts of a period, one a line in the order of their chain; at most 10,000.',
    request: z.strictObject({ from: dayField, to: dayField }),
    data: z.object({ url: z.string() }),
    refusals: ['outOfRange'],
    example: { from: '20260601', to: '20260630' },
  }),
} as const

const networkField = () =>
  choiceField(networks).meta({ description: 'network of the address: 1001 Ethereum, 1002 TRON' })
const claim = {
  asset: z.string(),
  network: z.number().int(),
  address: z.string(),
  message: z.string().meta({ description: 'what the address signed: it names report number and day' }),
  signature: z
    .string()
    .meta({ description: 'r, s and v as hex, as wallets sign messages (EIP-191, TIP-191)' }),
}

const holdingCalls = {
  '/api/trust/holdings': call({
    audience: 'visitor',
    summary:
      'Lists the addresses that are proven to hold what a liabilities report states as `holdings`: each with the message that names report and day, the signature of the address, checked by the server, and the amount read from the chain at a block. Empty where nothing is proven.',
    request: z.strictObject({ number: reportNumber }),
    data: z.array(
      z.object({
        ...claim,
        checked: z.literal(true),
        amount: formatAmount,
        block: z.number().int(),
      }),
    ),
    refusals: ['notFound'],
    example: { number: 1 },
  }),
} as const

const holdingStaffCalls = {
  '/staff/api/holdingList': call({
    audience: 'staff',
    requiredRole: 'manager',
    summary:
      'Lists the proofs of holdings that are published for the next liabilities report, with its number and the networks that can be read; managers only.',
    request: z.strictObject({}),
    data: z.object({
      number: z.number().int().meta({ description: 'number of the next report' }),
      day: z.string().meta({ description: 'the running day, which the next report is about' }),
      networks: z.array(z.number().int()).meta({ description: 'empty in practice mode' }),
      rows: z.array(z.object({ ...claim, time: instant })),
    }),
    refusals: ['notAllowed'],
  }),
  '/staff/api/holdingPublish': call({
    audience: 'staff',
    requiredRole: 'manager',
    changes: true,
    summary:
      'Publishes that the operator holds an address, for the next liabilities report of a day: the server checks the signature of the address and reads the amount from the chain when the report is made. Waits until a second manager makes the same call.',
    request: z.strictObject({
      number: reportNumber,
      day: dayField,
      network: networkField(),
      address: textField(64),
      signature: z
        .string()
        .regex(/^0x[0-9a-f]{130}$/)
        .meta({ description: 'r, s and v, hex' }),
    }),
    data: z.object({
      waits: z
        .boolean()
        .meta({ description: 'true: nothing is done until a second manager asks for the same' }),
    }),
    refusals: ['notAllowed', 'invalidField', 'outOfRange', 'invalidState'],
    example: {
      ...{ number: 8, day: '20270115', network: 1001 },
      address: '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23',
      signature: `0x${'0'.repeat(130)}`,
    },
  }),
} as const

export const trustStaffCalls = {
  ...holdingStaffCalls,
  '/staff/api/liabilitiesRun': call({
    audience: 'staff',
    requiredRole: 'manager',
    changes: true,
    summary:
      'Publishes a liabilities report of now, at most one an hour; managers only. It cannot be edited or withdrawn.',
    request: z.strictObject({}),
    data: report,
    refusals: ['notAllowed', 'invalidState'],
  }),
} as const

const share = formatAmount.meta({ description: 'a share of one, rounded down to four decimals' })
const count = z.number().int()

const lossRate = z.object({
  customers: count.meta({ description: 'customers with a result, fees included' }),
  lost: count.meta({ description: 'those whose results add up to less than zero' }),
  share: share.nullable().meta({ description: 'lost ÷ customers; null under 10 customers' }),
})

const houseStats = call({
  audience: 'visitor',
  summary:
    'Returns what the house owes openly (profits paid out beyond what its reserves held; until the operator has funded them no new contract and no new option is accepted), its reserves with their floors, the locks of accounts and legal holds of withdrawals of the last 30 and 90 days, and of the last twelve months: the share of customers who lost, what the house earned of fees and as counterparty, and what the insurance fund paid. Sums of the year are at most ten minutes old.',
  request: z.strictObject({}),
  data: z.object({
    at: instant.meta({ description: 'as of which debt, reserves, locks and holds are told' }),
    owed: formatAmount,
    newrisk: z.boolean(),
    locks: z.array(restrictionStats),
    holds: z.array(restrictionStats),
    reserves: z
      .array(
        z.object({
          reserve: z.string(),
          balance: formatAmount,
          floor: formatAmount.meta({ description: 'what it may come to owe; no capital leaves below it' }),
        }),
      )
      .meta({ description: 'in USDT' }),
    year: z.object({
      from: instant.meta({ description: 'the first instant counted: the start of the day 365 days ago' }),
      since: instant.nullable().meta({ description: 'when the books began' }),
      whole: z.boolean().meta({ description: 'false while there are less than twelve months of data' }),
      lossRate: z
        .object({ contracts: lossRate, options: lossRate, copying: lossRate, all: lossRate })
        .meta({ description: 'closed contracts, settled options, ended copy orders; `all` adds them up' }),
      fees: z
        .object({
          contracts: formatAmount,
          withdrawals: formatAmount,
          redemptions: formatAmount,
          loans: formatAmount,
        })
        .meta({ description: 'in USDT; what bonus credit paid counts' }),
      counterparty: z.object({ contracts: formatAmount, options: formatAmount }).meta({
        description: 'in USDT: losses of customers less their profits; negative is a loss of the house',
      }),
      insurance: z.object({
        draws: count.meta({ description: 'transactions in which the insurance fund paid' }),
        amount: formatAmount,
      }),
    }),
  }),
})

const statisticCalls = {
  '/api/trust/houseStats': houseStats,
  '/api/trust/withdrawStats': call({
    audience: 'visitor',
    summary:
      'Counts every withdrawal asked for in the last 30 and 90 days of the business calendar, with the times from request to sending and the shares that waited; times and shares are null under 10 cases. At most a minute old.',
    request: z.strictObject({}),
    data: z.array(
      z.object({
        at: instant.meta({ description: 'as of which it is counted' }),
        days: count,
        asked: count,
        sent: count,
        cancelled: count,
        rejected: z.record(z.string(), count).meta({ description: 'by reason' }),
        waiting: count,
        medianMinutes: count.nullable(),
        p95Minutes: count.nullable(),
        over1h: z.record(z.string(), share).nullable().meta({
          description: 'share that waited longer than an hour by the reason of waiting; `none` without one',
        }),
        overdue: share.nullable().meta({ description: 'share past the deadline of 24 hours' }),
        oldestMinutes: count.nullable().meta({ description: 'age of the oldest one that waits now' }),
      }),
    ),
  }),
} as const

export const trustCalls = {
  ...liabilityCalls,
  ...holdingCalls,
  ...statisticCalls,
  '/api/trust/heads': call({
    audience: 'visitor',
    summary:
      'Returns the signed heads of all chains of a minute, or the newest: one line per market with number and hash of its newest record, and those of the settlement chain, the list of terms, the liabilities reports and the day files.',
    request: z.strictObject({
      minute: wholeField().optional().meta({ description: 'a whole minute of real time in milliseconds' }),
    }),
    data: signedText,
    refusals: ['notFound'],
    example: { minute: 1_700_000_040_000 },
  }),
  '/api/trust/day': call({
    audience: 'visitor',
    summary:
      'Lists the files of a UTC day, or the newest day that has some: logs, heads, settlements with receipts and ledger lines, terms and keys as JSON lines, and `day.json`, the signed text that names them by their hashes. `npm run verify` checks the folder they are downloaded into.',
    request: z.strictObject({
      day: z
        .string()
        .regex(/^\d{8}$/)
        .optional()
        .meta({ description: 'a UTC day as yyyymmdd' }),
    }),
    data: z.object({
      files: z.array(
        z.object({
          name: z.string(),
          url: z.string().meta({ description: 'the path of the download; ranges are served' }),
          hash: z.string().meta({ description: 'SHA-256 of the bytes of the file' }),
        }),
      ),
    }),
    refusals: ['notFound'],
    example: { day: '20260616' },
  }),
  '/api/trust/impossible': call({
    audience: 'visitor',
    summary:
      'Lists what no one can do with this product, in the language of the call, each with the test that attempts it, the id of these sources, and when that test passed with exactly these sources in a run of all tests; `lastRun` is null where no such run is recorded.',
    request: z.strictObject({}),
    data: z.array(
      z.object({
        id: z.string(),
        who: z.enum(impossibleTo).meta({
          description: 'who cannot: any person, any staff member, a manager alone, or an API key',
        }),
        what: z.string(),
        because: z.string(),
        test: z.string().meta({ description: 'name of the test' }),
        file: z.string().meta({ description: 'file of the test in the repository' }),
        build: z
          .string()
          .meta({ description: 'id of the sources: 16 hex digits of a hash over all of them' }),
        lastRun: instant.nullable(),
      }),
    ),
  }),
  '/api/trust/key': call({
    audience: 'visitor',
    summary: 'Lists the public keys with which the house signs; old keys stay listed.',
    request: z.strictObject({}),
    data: z.array(houseKey),
  }),
  '/api/trust/status': call({
    audience: 'visitor',
    summary:
      'Tells whether the invariants of the ledger hold. While one is broken, new orders, transfers to other customers and withdrawals answer 2012; closing, cancelling and reading go on. Only a clean check of the whole ledger ends it.',
    request: z.strictObject({}),
    data: z.object({
      ledger: z.object({
        sound: z.boolean(),
        since: instant.nullable().meta({ description: 'when it was found broken' }),
        checked: instant.nullable().meta({ description: 'the newest check; one runs every minute' }),
        broken: z.array(z.string()).meta({ description: 'names of the broken invariants' }),
      }),
    }),
  }),
} as const
