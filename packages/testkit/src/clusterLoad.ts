import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { calls } from '@glasshouse/core/calls'
import type { LedgerReport } from '@glasshouse/core/ledger/wire'
import { sql } from 'kysely'
import type { Db } from '../../../apps/server/src/platform/database/index.ts'
import type { Member } from './cluster.ts'
import { waitUntil } from './manualFeed.ts'
import type { Fields } from './testServer.ts'

const { example } = calls['/api/contract/buyContract']
/** A resting order far from the market. */
const order: Fields = { ...(example as Fields), originPrice: '1', status: 0 }
const transfer: Fields = { type: 1, typeReverse: 1, transfervalue: '0.01' }

/** What was acknowledged. */
export type Work = { readonly transfers: number; readonly orders: number }

export type Load = {
  readonly done: Work
  /** Waits until so many more transfers were acknowledged. */
  readonly goesOn: (more: number, withinMs?: number) => Promise<void>
  readonly end: () => Promise<void>
}

/**
 * Transfers and orders of a customer in several loops, each with a key that is repeated, at either process in turn,
 * until it is known that it was executed.
 *
 * @param webs the processes that receive calls now
 */
export const startLoad = (webs: () => readonly Member[], token: string): Load => {
  const done = { transfers: 0, orders: 0 }
  let over = false
  /** Keys are used once, also by the next load of the same customer. */
  const name = randomUUID()
  const insist = async (path: string, fields: Fields, key: string, first: number): Promise<void> => {
    for (let at = first; ; at += 1) {
      const members = webs()
      const answer = await members[at % members.length]?.ask(path, fields, { token, key }).catch(() => null)
      if (answer?.retCode === 0) return
      const { executed = false } = (answer?.data ?? {}) as { readonly executed?: boolean }
      if (answer?.retCode === 1003 && executed) return
      // Lost with its process, not possible now, or still under way: to be repeated.
      const canRepeat = answer === null || answer === undefined || answer.status >= 429
      if (!canRepeat && ![1003, 2003, 2007].includes(answer.retCode))
        throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer)}`)
      await pause(50)
    }
  }
  const loops = [0, 1, 2, 3].map(async (loop) => {
    for (let n = 0; !over; n += 1) {
      await insist('/api/user/walletTransfer', transfer, `${name}-transfer-${loop}-${n}`, loop + n)
      done.transfers += 1
      if (loop > 0 || n % 4 > 0) continue
      await insist('/api/contract/buyContract', order, `${name}-order-${n}`, loop + n)
      done.orders += 1
    }
  })
  const all = Promise.all(loops)
  all.catch(() => undefined)
  return {
    done,
    goesOn: async (more, withinMs = 60_000) => {
      const upTo = done.transfers + more
      await waitUntil(() => done.transfers >= upTo, withinMs)
    },
    end: async () => {
      over = true
      await all
    },
  }
}

/** The transfers and resting orders in the books. */
export const bookedWork = async (db: Db): Promise<Work> => {
  const { rows } = await sql<Work>`
    select (select count(*)::int from ledger_transaction where cause_kind = 'walletTransfer') as transfers,
      (select count(*)::int from contracts_order where state = 'resting') as orders`.execute(db)
  return rows[0] ?? { transfers: 0, orders: 0 }
}

/** Where a market's log is not one chain: the record, and the one before it. */
type BrokenLink = { readonly pid: number; readonly n: number; readonly before: number }

/**
 * Records of the market's log that do not follow the one before, or that follow one which another follows too. Ticks that
 * a kill lost are a gap in the numbers: a tick that settled something is kept in its own transaction, so one may stand
 * behind the gap, and the next writer goes on from it.
 */
export const findBrokenLinks = async (db: Db): Promise<readonly BrokenLink[]> => {
  const { rows } = await sql<BrokenLink>`
    with record as (
      select pid, n, previous_hash, hash, false as is_writer from markets_tick
      union select pid, n, previous_hash, hash, false from markets_kept_tick
      union all select pid, n, previous_hash, hash, true from markets_writer
    ), link as (
      select pid, n, previous_hash, is_writer, lag(hash) over market as hash_before, lag(n) over market as before,
        count(*) over (partition by pid, previous_hash) as followers
      from record window market as (partition by pid order by n)
    )
    select pid::int, n::int, before::int from link
    where followers > 1
      or hash_before is not null and hash_before <> previous_hash and (n = before + 1 or is_writer)`.execute(
    db,
  )
  return rows
}

/** Invariants of the ledger that do not hold. */
export const brokenInvariants = async (member: Member): Promise<LedgerReport['invariants']> => {
  const { data } = await member.ask('/api/practice/state')
  return (data as { ledger: LedgerReport }).ledger.invariants.filter(({ holds }) => !holds)
}
