import { usdt } from '@glasshouse/core/money/units'
import { type Actor, sessionOf } from '../actor.ts'
import { assertThat } from '../assertThat.ts'
import type { CustomerBalances } from '../model.ts'
import type { World } from '../world.ts'

const pageSize = 100

type Line = {
  readonly id: number
  readonly type: number
  readonly wallet: string
  readonly asset: string
  readonly money: string
  readonly balance: string
}

const readLines = async (world: World, token: string): Promise<readonly Line[]> => {
  const lines: Line[] = []
  for (let pageNum = 1, more = true; more; pageNum += 1) {
    const query = { pageNum, pageSize, orderByColumn: 'createtime', isAsc: 'asc' } as const
    const page: unknown = await world.askWith(token, '/api/user/priceLog', query)
    const { rows, total } = page as { readonly rows: readonly Line[]; readonly total: number }
    lines.push(...rows)
    more = rows.length === pageSize
    assertThat(more || lines.length === total, `the journal has ${lines.length} lines and says ${total}`)
  }
  return lines
}

/** Free balances of the model by the names that journal and statement use. */
const freeOf = (purse: CustomerBalances): ReadonlyMap<string, bigint> =>
  new Map(
    Object.entries(purse).map(([place, amount]) => {
      const coin = /^(wallet|coin)(BTC|ETH|SOL)$/.exec(place)
      return [coin === null ? `${place} USDT` : `${coin[1]} ${coin[2]}`, amount]
    }),
  )

const assertBalances = (
  name: string,
  found: ReadonlyMap<string, bigint>,
  expected: ReadonlyMap<string, bigint>,
) => {
  for (const [account, amount] of expected)
    assertThat(
      (found.get(account) ?? 0n) === amount,
      `${name}: ${account} adds up to ${found.get(account) ?? 0n}, the model says ${amount}`,
    )
}

/** Checks the journal: each line against its running balance, and the sums against the model's free balances. */
export const readJournal = async (world: World, actor: Actor): Promise<void> => {
  const { token } = await sessionOf(world, actor)
  const lines = await readLines(world, token)
  const balances = new Map<string, bigint>()
  for (const { id, wallet, asset, money, balance } of lines) {
    const account = `${wallet} ${asset}`
    const after = (balances.get(account) ?? 0n) + signed(money)
    assertThat(
      after === usdt(balance),
      `${actor.name}: after line ${id} ${account} holds ${after}, not ${balance}`,
    )
    balances.set(account, after)
  }
  const held = new Map(
    [...freeOf(actor.known.purse)].filter(([account]) => !/Margin|Hold|Stake/.test(account)),
  )
  assertBalances(`the journal of ${actor.name}`, balances, held)
  const types = [...new Set(lines.map(({ type }) => type))]
  if (types.length === 0) return
  const type = world.random.pick(types)
  const { total } = await world.askWith(token, '/api/user/cashFlowTotalMoney', { types: String(type) })
  const sum = lines
    .filter((line) => line.type === type && line.asset === 'USDT')
    .reduce((all, { money }) => all + signed(money), 0n)
  assertThat(signed(total) === sum, `${actor.name}: type ${type} comes to ${total}, the lines to ${sum}`)
}

const signed = (text: string): bigint => (text.startsWith('-') ? -usdt(text.slice(1)) : usdt(text))

const trailOf = (purse: CustomerBalances, wallet: 'wallet' | 'contract' | 'contract2' | 'coin'): bigint => {
  if (wallet === 'contract') return purse.contract + purse.contractMargin + purse.contractHold
  if (wallet === 'contract2') return purse.contract2 + purse.contract2Margin + purse.contract2Hold
  return purse[wallet]
}

/** Checks balance trails: the entries and the opening amount add up to the model's amount. */
export const walkTrail = async (world: World, actor: Actor): Promise<void> => {
  const { token } = await sessionOf(world, actor)
  const info = await world.askWith(token, '/api/user/getuserinfo', {})
  const shown = {
    wallet: info.wallet,
    contract: info.contractwallet,
    contract2: info.secondcontractwallet,
    coin: info.coinwallet,
  }
  for (const wallet of ['wallet', 'contract', 'contract2', 'coin'] as const) {
    const pageNum = world.random.whole(1, 2)
    const trail = await world.askWith(token, '/api/user/balanceTrail', { wallet, pageNum, pageSize: 20 })
    const expected = trailOf(actor.known.purse, wallet)
    const says = `${actor.name}, ${wallet}`
    assertThat(
      usdt(shown[wallet]) === expected,
      `${says}: shown ${shown[wallet]}, the model says ${expected}`,
    )
    assertThat(usdt(trail.balance) === expected, `${says}: the trail is of ${trail.balance}, not ${expected}`)
    assertThat(usdt(trail.sum) === expected, `${says}: the entries come to ${trail.sum}, not ${expected}`)
    if (pageNum > 1) continue
    const entries = trail.entries.reduce((sum, { money }) => sum + signed(money), signed(trail.before))
    assertThat(
      entries === expected,
      `${says}: entries and what was before come to ${entries}, not ${expected}`,
    )
  }
}

const dayText = (ms: number): string =>
  new Date(ms + 3_600_000).toISOString().slice(0, 10).replaceAll('-', '')

/** Checks a statement: opening balance and lines add up to the closing balance, which equals the model's. */
export const takeStatement = async (world: World, actor: Actor): Promise<void> => {
  const { random, clock } = world
  const { token } = await sessionOf(world, actor)
  const to = dayText(clock.business())
  const from = dayText(clock.business() - random.whole(0, 3) * 86_400_000)
  const { url } = await world.askWith(token, '/api/user/statement', { from, to, format: 'csv' })
  const { status, text } = await world.download(url)
  assertThat(status === 200, `the statement of ${actor.name} answers ${status}`)
  const closing = new Map<string, bigint>()
  let running = 0n
  for (const row of text.trim().split(/\r?\n/).slice(1)) {
    const [kind = '', purpose = '', asset = '', , , , amount = '', balance = ''] = row.split(',')
    if (kind === 'opening') running = signed(balance)
    if (kind === 'line') running += signed(amount)
    assertThat(
      running === signed(balance),
      `${actor.name}: the statement's row ${row} does not add up to ${running}`,
    )
    if (kind === 'closing') closing.set(`${purpose} ${asset}`, running)
  }
  assertBalances(`the statement of ${actor.name}`, closing, freeOf(actor.known.purse))
  clock.tick(300_001)
  const late = await world.download(url)
  assertThat(
    late.status === 404,
    `the statement of ${actor.name} answers ${late.status} after its five minutes`,
  )
}
