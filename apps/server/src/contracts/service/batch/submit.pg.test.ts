import { customer } from '@glasshouse/core/ledger/chart'
import { type Price, price, usdt } from '@glasshouse/core/money/units'
import { caseStride, killPoints, someCases } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { type Random, seededRandom } from '@glasshouse/testkit/random'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { lockBalances } from '../../../ledger/posting/index.ts'
import { withApiKey, withoutApiKey } from '../../../platform/apiKeys/index.ts'
import { createIdempotency } from '../../../platform/idempotency/index.ts'
import { secretsFrom } from '../../../platform/secrets/index.ts'
import { amendOrder, cancelOrder, setTpSl } from '../../index.fixture.ts'
import { closePosition, placeOrder } from '../../index.ts'

type Open = Parameters<typeof placeOrder>[2]

const request: Open = {
  ...plainOrder,
  leverage: 10,
  price: price('65850'),
  pid: 1,
  lots: 1,
  kind: 'market',
  side: 'long',
}

/** A stage that says when a command is about to enter its batch. */
type BatchStage = ContractFixture & {
  /** Resolves when a command has read what it needs and enters its batch in the same turn: one that follows ticks, or not. */
  readonly entered: (command: 'open' | 'close') => Promise<void>
}

const stages: ContractFixture[] = []
const newStage = async (): Promise<BatchStage> => {
  const stage = await contractFixture({ trading: '1000000', insurance: '100000' })
  stages.push(stage)
  const next = { open: () => {}, close: () => {} }
  // An engine is present, so that orders can rest and TP/SL can be set; no price changes here.
  const engine = {
    follow: () => {
      // The last thing an opening and a change do before they enter.
      next.open()
      return { ticks: [], end: () => undefined }
    },
    changed: () => undefined,
    settleReached: async () => null,
    settleWallet: async () => undefined,
    settleFired: async () => undefined,
    holds: async () => false,
    markUnsure: () => undefined,
    trailingBest: () => null,
  }
  const markets = {
    ...stage.markets,
    product: (pid: number) => {
      // The last thing a close and a cancellation do before they enter.
      next.close()
      return stage.markets.product(pid)
    },
  }
  const entered: BatchStage['entered'] = (command) =>
    new Promise((resolve) => {
      next[command] = resolve
    })
  return { ...stage, engine, markets, entered }
}
afterEach(async () => {
  for (const { database } of stages.splice(0)) await database.drop()
})

/** A command: an order, or what is done to the n-th order of the customer. */
type CommandCase =
  | { readonly uid: number; readonly open: Open }
  | { readonly uid: number; readonly cancel: number }
  | { readonly uid: number; readonly stops: number; readonly profit: Price | null }
  | { readonly uid: number; readonly amend: number; readonly price: Price; readonly number: number }
  | { readonly uid: number; readonly close: number; readonly lots: number | null }

/** Limit prices, the last one reached by the market. */
const resting = [price('60000'), price('61000'), price('65850')]

const randomCase = (random: Random): CommandCase => {
  const uid = random.whole(1, 5)
  if (random.chance(0.15)) return { uid, cancel: random.whole(0, 4) }
  if (random.chance(0.15)) {
    const price = random.pick(resting)
    return { uid, amend: random.whole(0, 4), price, number: random.pick([1, 2, 3, 200]) }
  }
  if (random.chance(0.15))
    return { uid, stops: random.whole(0, 4), profit: random.pick([null, price('65000'), price('70000')]) }
  if (random.chance(0.4))
    return { uid, close: random.whole(0, 4), lots: random.chance(0.5) ? random.whole(1, 3) : null }
  const side = random.pick(['long', 'short'] as const)
  const rests = random.chance(0.3)
  const at = price(side === 'long' ? '65850' : '65849.99')
  return {
    uid,
    open: {
      ...plainOrder,
      ...request,
      side,
      wallet: random.pick(['contract', 'contract2'] as const),
      leverage: random.pick([2, 10, 20]),
      // Lots from none at all (refused) to more than a wallet holds.
      lots: random.pick([0, 1, 2, 3, 8, 200]),
      pid: random.chance(0.9) ? 1 : 2,
      kind: rests ? 'limit' : 'market',
      price: rests && side === 'long' ? price('60000') : random.chance(0.9) ? at : price('50000'),
      stopLoss: random.chance(0.2) ? price(side === 'long' ? '65000' : '66000') : null,
    },
  }
}

/** What was answered, without what differs from run to run: numbers and instants. */
const summaryOf = (answer: Answer): unknown => {
  if (answer.status === 'rejected') return [answer.reason.code, { ...answer.reason.data, id: null }]
  const { id, acceptance, parent_id, ...order } = answer.value
  return [order, parent_id === null]
}

type Answer = PromiseSettledResult<Awaited<ReturnType<typeof placeOrder>>>

/** What becomes of a command, waited for from the start. */
const outcome = async (command: ReturnType<typeof placeOrder>): Promise<Answer> => {
  const [answer] = await Promise.allSettled([command])
  return answer
}

/** Orders, wallets and reserves as they stand; orders by their place, not by their number. */
const booksOf = async ({ database: { db } }: ContractFixture) => {
  const orders = await sql`
    select o.uid, o.wallet, o.state, o.side, o.lots, o.quantity, o.open_price, o.margin, o.open_fee, o.hold,
      o.profit, o.close_price, o.close_fee, o.close_reason, o.parent_id is null as own,
      (select array_agg(e.kind || e.rule || e.held || '/' || e.margin || '/' || e.fee || '/' || e.profit order by e.id)
        from contracts_event e where e.order_id = o.id) as told
    from contracts_order o order by o.acceptance, o.parent_id is not null, o.id`.execute(db)
  const accounts = await sql`
    select name, balance from ledger_account where sequence > 0 order by name`.execute(db)
  const exposures = await sql`
    select * from contracts_exposure where (long_quantity, short_quantity) <> (0, 0) order by pid`.execute(db)
  return { orders: orders.rows, accounts: accounts.rows, exposures: exposures.rows }
}

const ordersOf = async ({ database: { db } }: ContractFixture, uid: number): Promise<readonly number[]> =>
  (
    await sql<{ id: number }>`
      select id from contracts_order where uid = ${uid} and parent_id is null order by acceptance`.execute(db)
  ).rows.map(({ id }) => id)

/** The wish as a command; the orders of a wallet are those from before the round. */
const commandOf = async (stage: ContractFixture, item: CommandCase) => {
  if ('open' in item) return () => placeOrder(stage, item, item.open)
  const orders = await ordersOf(stage, item.uid)
  const idOf = (at: number): number => orders[at] ?? 999_999
  if ('cancel' in item) return () => cancelOrder(stage, item, idOf(item.cancel))
  if ('stops' in item) {
    const stops = { takeProfit: item.profit }
    return () => setTpSl(stage, item, { id: idOf(item.stops), stops })
  }
  if ('amend' in item) {
    const change = { price: item.price, lots: item.number }
    const amendment = { id: idOf(item.amend), change, termsId: undefined }
    return async () => (await amendOrder(stage, item, amendment)).order
  }
  const id = idOf(item.close)
  return () => closePosition(stage, item, { id, lots: item.lots })
}

/**
 * Asks for everything so that all of it waits in one batch, in the order given: the batch before it is kept
 * waiting for a wallet that another connection has locked.
 */
const atOnce = async (stage: BatchStage, items: readonly CommandCase[]) => {
  const { db } = stage.database
  const commands = await Promise.all(items.map((item) => commandOf(stage, item)))
  return db
    .transaction()
    .execute(async (tx) => {
      await lockBalances(tx, [customer(99, 'contract')])
      const entered = stage.entered('open')
      const blocked = placeOrder(stage, { uid: 99 }, request).catch((refusal) => refusal.code)
      await entered
      const asked: Promise<Answer>[] = []
      for (const [at, command] of commands.entries()) {
        const item = items[at]
        const isFollowed = item !== undefined && ('open' in item || 'stops' in item || 'amend' in item)
        const entered = stage.entered(isFollowed ? 'open' : 'close')
        const answer = outcome(command())
        asked.push(answer)
        // What is refused before it reaches the batch never enters.
        await Promise.race([entered, answer])
      }
      return { asked: Promise.all(asked), blocked }
    })
    .then(async ({ asked, blocked }) => {
      expect(await blocked).toBe('insufficientBalance')
      return asked
    })
}

describe('a command of an API key', () => {
  it('starts the batch queue without lending its key to the commands behind it', async () => {
    const stage = await newStage()
    for (const uid of [1, 99]) await stage.give(uid, '60')
    const orders = await withApiKey(7, async () => {
      const both = await stage.database.db.transaction().execute(async (tx) => {
        await lockBalances(tx, [customer(99, 'contract')])
        const first = stage.entered('open')
        const blocked = placeOrder(stage, { uid: 99 }, request)
        await first
        const second = stage.entered('open')
        const behind = withoutApiKey(() => placeOrder(stage, { uid: 1 }, request))
        await second
        return { both: Promise.all([blocked, behind]) }
      })
      return both.both
    })
    const { rows } = await sql<{ key: number | null; posted: number | null }>`
      select e.api_key_id as key, t.api_key_id as posted
      from contracts_event e join ledger_transaction t on t.id = e.transaction_id
      where e.order_id = any(${orders.map(({ id }) => id)}::bigint[]) order by e.order_id`.execute(
      stage.database.db,
    )
    expect(rows).toEqual([
      { key: 7, posted: 7 },
      { key: null, posted: null },
    ])
  })
})

describe('whatever is asked for at once', () => {
  const happened = new Set<string>()
  it.each(someCases([1, 2, 3, 4], 0))(
    'is answered and booked as if one by one in that order (seed %d)',
    async (seed) => {
      const [together, single] = [await newStage(), await newStage()]
      const random = seededRandom(seed)
      for (const stage of [together, single])
        for (let uid = 1; uid <= 5; uid += 1) await stage.give(uid, uid === 5 ? '5' : '60')
      for (let round = 0; round < 6; round += 1) {
        const items = Array.from({ length: random.whole(2, 25) }, () => randomCase(random))
        const many = await atOnce(together, items)
        const commands = await Promise.all(items.map((item) => commandOf(single, item)))
        const one: Answer[] = []
        for (const command of commands) one.push(await outcome(command()))
        expect(many.map(summaryOf)).toEqual(one.map(summaryOf))
        for (const answer of many)
          happened.add(answer.status === 'rejected' ? answer.reason.code : `state ${answer.value.state}`)
      }
      expect(await booksOf(together)).toEqual(await booksOf(single))
      expect(await together.broken()).toEqual({})
    },
  )

  it('had everything in it', () => {
    for (const one of [
      'state resting',
      'state open',
      'state closed',
      'state cancelled',
      'invalidTpSl',
      'insufficientBalance',
      'outOfRange',
      'invalidState',
      'priceChanged',
    ])
      expect(happened).toContain(one)
  })

  it('spends a balance once: of a hundred orders as many as it pays for, the first ones', async () => {
    const stage = await newStage()
    // One lot costs 6.585 of margin and 0.032925 of fee.
    await stage.give(1, '40')
    const answers = await Promise.allSettled(
      Array.from({ length: 100 }, () => placeOrder(stage, { uid: 1 }, request)),
    )
    expect(answers.map(({ status }) => status === 'fulfilled')).toEqual(
      Array.from({ length: 100 }, (_, at) => at < 6),
    )
    expect((await stage.purses(1)).slice(0, 2)).toEqual([
      usdt('40') - 6n * usdt('6.617925'),
      6n * usdt('6.585'),
    ])
    expect(await stage.broken()).toEqual({})
  })

  it('shares its commits', async () => {
    const stage = await newStage()
    for (let uid = 1; uid <= 50; uid += 1) await stage.give(uid, '100')
    const commits = async () =>
      (
        await sql<{ n: number }>`select count(distinct xmin::text)::int as n from contracts_order`.execute(
          stage.database.db,
        )
      ).rows[0]?.n
    await Promise.all(Array.from({ length: 50 }, (_, at) => placeOrder(stage, { uid: at + 1 }, request)))
    expect(await commits()).toBeLessThanOrEqual(2)
  })
})

describe('requests with keys', () => {
  const secrets = secretsFrom('the secret of the tests, always the same')
  const buy = (stage: ContractFixture, uid: number) => async () => {
    const { id } = await placeOrder(stage, { uid }, request)
    return { data: { id } }
  }
  const asked = (uid: number, key: string) => ({
    caller: `u${uid}`,
    signature: null,
    key,
    path: '/api/contract/buyContract',
    fields: new Map([['pid', '1']]),
  })
  const marks = async ({ database: { db } }: ContractFixture) =>
    (
      await sql<{ key: string; executed: boolean; answered: boolean }>`
        select key, executed, answer is not null as answered from platform_answer order by caller, key`.execute(
        db,
      )
    ).rows

  it('execute once however often they come at once, and a refused one leaves its key free', async () => {
    const stage = await newStage()
    for (const uid of [1, 2]) await stage.give(uid, '20')
    const repeats = createIdempotency(stage.database.db, secrets)
    const once = (uid: number, key: string) => repeats.once(asked(uid, key), 1, buy(stage, uid))
    const answers = await Promise.allSettled([
      once(1, 'same'),
      once(1, 'same'),
      once(2, 'other'),
      // This customer has no money.
      once(3, 'poor'),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
    expect(await ordersOf(stage, 1)).toHaveLength(1)
    expect(await marks(stage)).toEqual([
      { key: 'key:same', executed: true, answered: true },
      { key: 'key:other', executed: true, answered: true },
    ])
    expect(await once(1, 'same')).toEqual(answers[0]?.status === 'fulfilled' ? answers[0].value : null)
    await stage.give(3, '20')
    await once(3, 'poor')
    expect(await ordersOf(stage, 3)).toHaveLength(1)
  })

  it('that lost their place undo themselves and no others', async () => {
    const stage = await newStage()
    for (const uid of [1, 2, 3]) await stage.give(uid, '20')
    const repeats = createIdempotency(stage.database.db, secrets)
    const robbed = repeats.once(asked(2, 'robbed'), 1, async () => {
      // Another request took the key over, as after a minute without an answer.
      await sql`update platform_answer set claim = 'thief' where key = 'key:robbed'`.execute(
        stage.database.db,
      )
      return buy(stage, 2)()
    })
    const others = [1, 3].map((uid) =>
      repeats.once(asked(uid, `fine ${uid}`), 1, async () => {
        for (let taken = false; !taken; )
          taken =
            (await marks(stage)).length === 3 &&
            (await sql`select 1 from platform_answer where claim = 'thief'`.execute(stage.database.db)).rows
              .length === 1
        return buy(stage, uid)()
      }),
    )
    await expect(robbed).rejects.toMatchObject({ code: 'duplicateRequest' })
    await Promise.all(others)
    expect(await ordersOf(stage, 2)).toEqual([])
    for (const uid of [1, 3]) expect(await ordersOf(stage, uid)).toHaveLength(1)
    expect(await stage.broken()).toEqual({})
  })
})

describe('a batch that dies', () => {
  /** More than a batch has, so that the end is reached; its commit, which fails requests, is always among them. */
  const statements = killPoints(27, 6)

  it('at any statement leaves each of its requests whole or nothing, and what was answered stays', async () => {
    const stage = await newStage()
    let [deaths, faults, done] = [0, 0, 0]
    for (const at of statements) {
      const uids = [1, 2, 3, 4].map((one) => at * 10 + one)
      for (const uid of uids) await stage.give(uid, '10')
      const death = killConnectionAt(stage.database.url, at, at % 2 === 1 ? 'before' : 'after')
      // The first one goes alone, the others together; the last one cannot pay.
      const answers = await Promise.allSettled(
        uids.map((uid, place) => placeOrder(stage, { uid }, { ...request, lots: place === 3 ? 9 : 1 })),
      )
      death.over()
      await drainDeadConnections(stage.database.pool)
      if (death.happened()) deaths += 1
      for (const [place, uid] of uids.entries()) {
        const orders = await ordersOf(stage, uid)
        const [, margin] = await stage.purses(uid)
        expect(orders.length).toBeLessThanOrEqual(place === 3 ? 0 : 1)
        expect(margin).toBe(orders.length === 1 ? usdt('6.585') : 0n)
        if (answers[place]?.status === 'fulfilled') {
          expect(orders).toHaveLength(1)
          done += 1
        } else faults += 1
      }
      expect(await stage.broken()).toEqual({})
    }
    expect(deaths).toBeGreaterThanOrEqual(12 / caseStride())
    expect(faults).toBeGreaterThan(statements.length)
    expect(done).toBeGreaterThan(statements.length)
  })
})
