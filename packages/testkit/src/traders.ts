import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { calls } from '@glasshouse/core/calls'
import { usdt } from '@glasshouse/core/money/units'
import { sql } from 'kysely'
import type { Member } from './cluster.ts'
import { newCustomer } from './customers.ts'
import type { TestDatabase } from './database.ts'
import { waitUntil } from './manualFeed.ts'
import { testPlatform } from './platform.ts'
import type { Fields } from './testServer.ts'

/** A customer with money in two wallets and a session at every process. */
export type Trader = { readonly uid: number; readonly token: string }

/** What of a trader was acknowledged, or what of it is in the books. */
export type Trades = { readonly opened: number; readonly closed: number; readonly transferred: number }

export type Trading = {
  /** What was acknowledged to each trader. */
  readonly done: ReadonlyMap<number, Trades>
  /** Waits until so many more calls were acknowledged. */
  readonly goesOn: (more: number, withinMs?: number) => Promise<void>
  /** Waits until each trader had a call acknowledged that was sent after now. */
  readonly allGoOn: (withinMs?: number) => Promise<void>
  readonly end: () => Promise<void>
}

const { example } = calls['/api/contract/buyContract']
const opening: Fields = { ...(example as Fields), number: 1, status: 1 }
const openPositions = calls['/api/contract/myContractOrderList'].example as Fields
const transfer: Fields = { type: 1, typeReverse: 1, transfervalue: '0.01' }
/** What a trader waits between two calls: two hundred then make about a hundred calls a second. */
const betweenMs = 2000

const deposited = '1000'
const inContract = '500'
const inWallet = usdt(inContract)

/** Makes traders in a database, who pay in at one of its processes. */
export const openTraders = async (
  database: TestDatabase,
  web: Member,
  count: number,
): Promise<readonly Trader[]> => {
  const platform = testPlatform(database)
  const traders: Trader[] = []
  for (let one = 0; one < count; one += 1) {
    const { uid } = await newCustomer(platform)
    const token = `trader-${uid}`
    await sql`
      insert into identity_session (uid, token_hash, started_ms, expires_ms, ip, user_agent)
      values (${uid}, ${createHash('sha256').update(token).digest('hex')}, 0, 9000000000000, '', '')`.execute(
      database.db,
    )
    traders.push({ uid, token })
  }
  const payIn = async ({ uid, token }: Trader): Promise<void> => {
    const ask = async (path: string, fields: Fields): Promise<unknown> => {
      const { retCode, message, data } = await web.ask(path, fields, { token })
      if (retCode !== 0) throw new Error(`${path}: ${retCode} ${message} ${JSON.stringify(data)}`)
      return data
    }
    const page = await ask('/api/pay/pay', { action: 'sandbox', money: deposited })
    const moveIn = { ...transfer, transfervalue: inContract }
    // A busy database refuses either, also behind an answer of 200: a payment is credited once, and a key moves money once.
    await waitUntil(async () => {
      await fetch(`${web.url}${page}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams() })
      const key = `pay-in-${uid}`
      const { retCode, data } = await web.ask('/api/user/walletTransfer', moveIn, { token, key })
      const { executed = false } = (data ?? {}) as { readonly executed?: boolean }
      return retCode === 0 || (retCode === 1003 && executed)
    }, 60_000)
  }
  for (let first = 0; first < count; first += 10)
    await Promise.all(traders.slice(first, first + 10).map(payIn))
  return traders
}

type Answer = Awaited<ReturnType<Member['ask']>>

/** What is asked over and over: a call with its key, or without one where it changes nothing. */
export type InsistentCall = {
  readonly path: string
  readonly fields: Fields
  readonly key: string | null
  /** The place of the process that is asked first. */
  readonly first: number
  /** Refusals that are answers; others that may pass are repeated. */
  readonly refusals?: readonly number[]
}

/** Sends a call to each process in turn until it is known that it was executed, or refused for good. */
export const insistOn = async <Sent>(
  webs: () => readonly Member[],
  { token }: Pick<Trader, 'token'>,
  { path, fields, key, first, refusals = [] }: InsistentCall,
  mark: () => Sent,
): Promise<{ readonly answer: Answer; readonly sent: Sent }> => {
  for (let at = first; ; at += 1) {
    const members = webs()
    const sent = mark()
    const member = members[at % members.length]
    const answer = await member
      ?.ask(path, fields, { token, ...(key === null ? {} : { key }) })
      .catch(() => null)
    const { executed = false } = (answer?.data ?? {}) as { readonly executed?: boolean }
    const retCode = answer?.retCode ?? -1
    const isAnswered = retCode === 0 || (retCode === 1003 && executed) || refusals.includes(retCode)
    if (answer !== null && answer !== undefined && isAnswered) return { answer, sent }
    // Lost with its process, not possible now, or still under way: to be repeated.
    const canRepeat = answer === null || answer === undefined || answer.status >= 429
    if (!canRepeat && ![1003, 2003, 2007].includes(retCode))
      throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer)}`)
    await pause(100)
  }
}

/**
 * Each trader opens a position, closes it and moves money in, over and over; each call with a key that is repeated, at
 * each process in turn, until it is known that it was executed.
 *
 * @param webs the processes that receive calls now
 */
export const startTrading = (webs: () => readonly Member[], traders: readonly Trader[]): Trading => {
  const done = new Map<number, Trades>(
    traders.map(({ uid }) => [uid, { opened: 0, closed: 0, transferred: 0 }]),
  )
  let acknowledged = 0
  /** By trader, how many of its calls were acknowledged that were sent after the last question. */
  let answered = new Set<number>()
  const over = new AbortController()
  const name = randomUUID()
  const insist = (trader: Trader, path: string, fields: Fields, key: string | null, first: number) =>
    insistOn(webs, trader, { path, fields, key, first }, () => answered)
  /** The open position of a trader whose opening was executed, but whose answer was lost. */
  const findOpened = async (trader: Trader, first: number): Promise<number> => {
    const { answer } = await insist(trader, '/api/contract/myContractOrderList', openPositions, null, first)
    const [row] = answer.data as readonly { id: number }[]
    if (row === undefined) throw new Error('an order that was executed is open')
    return row.id
  }
  const trade = async (trader: Trader, place: number): Promise<void> => {
    const { uid } = trader
    const note = async (
      what: keyof Trades,
      [path, fields]: readonly [string, Fields],
      turn: number,
    ): Promise<unknown> => {
      const { answer, sent } = await insist(trader, path, fields, `${name}-${what}-${turn}`, place + turn)
      const before = done.get(uid) ?? { opened: 0, closed: 0, transferred: 0 }
      done.set(uid, { ...before, [what]: before[what] + 1 })
      acknowledged += 1
      sent.add(uid)
      await pause(betweenMs, undefined, { signal: over.signal }).catch(() => undefined)
      return answer?.data
    }
    await pause((betweenMs * place) / traders.length)
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const order = (await note('opened', ['/api/contract/buyContract', opening], turn)) as { id?: number }
      const id = order.id ?? (await findOpened(trader, place + turn))
      await note('closed', ['/api/contract/pingcangContract', { id }], turn)
      await note('transferred', ['/api/user/walletTransfer', transfer], turn)
    }
  }
  const all = Promise.all(traders.map(trade))
  let failed: unknown = null
  all.catch((error: unknown) => {
    failed = error
  })
  const holds = (condition: () => boolean) => (): boolean => {
    if (failed !== null) throw failed
    return condition()
  }
  return {
    done,
    goesOn: (more, withinMs = 120_000) => {
      const upTo = acknowledged + more
      return waitUntil(
        holds(() => acknowledged >= upTo),
        withinMs,
      )
    },
    allGoOn: (withinMs = 120_000) => {
      const since = new Set<number>()
      answered = since
      return waitUntil(
        holds(() => since.size === traders.length),
        withinMs,
      )
    },
    end: async () => {
      over.abort()
      await all
    },
  }
}

/** What is in the books of traders that began with nothing but the money of `openTraders`. */
export const bookedTrades = async (
  { db }: TestDatabase,
  traders: readonly Trader[],
): Promise<ReadonlyMap<number, Trades>> => {
  const { rows } = await sql<Trades & { readonly uid: number }>`
    select a.owner_id as uid, (${inWallet}::numeric - a.balance)::bigint / ${usdt('0.01')}::bigint as transferred,
      (select count(*) from contracts_order o where o.uid = a.owner_id and opened_ms is not null) as opened,
      (select count(*) from contracts_order o where o.uid = a.owner_id and state = 'closed') as closed
    from ledger_account a where owner = 'customer' and purpose = 'wallet' and asset = 'USDT'
      and owner_id in (${sql.join(traders.map(({ uid }) => uid))})`.execute(db)
  return new Map(rows.map(({ uid, ...trades }) => [uid, trades]))
}
