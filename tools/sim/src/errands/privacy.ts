import { formatUsdt, usdt } from '@glasshouse/core/money/units'
import { type Actor, isLive, modelMarket, registerActor, sessionOf } from '../actor.ts'
import { assertThat, expectRetCode } from '../assertThat.ts'
import { coins, modelConvert, modelSend, modelTransfer } from '../model.ts'
import { modelCancel, modelClose } from '../modelContracts.ts'
import { reconcile } from '../read.ts'
import type { StaffWorld } from '../staffWorld.ts'
import { afterReevaluation } from '../ticking.ts'
import type { World } from '../world.ts'

/** Checks the personal data export: balances and addresses in it equal the model's. */
export const exportData = async (world: World, actor: Actor): Promise<void> => {
  const { token } = await sessionOf(world, actor)
  const { url } = await world.askWith(token, '/api/user/export', {})
  const { status, text } = await world.download(url)
  assertThat(status === 200, `the export of ${actor.name} answers ${status}`)
  const exported = JSON.parse(text) as {
    readonly uid: number
    readonly profile: { readonly email: string }
    readonly balances: readonly { purpose: string; asset: string; balance: string }[]
  }
  assertThat(
    exported.uid === actor.uid && exported.profile.email === actor.person.email,
    `${actor.name}: export of another customer`,
  )
  const wallet = exported.balances.find(({ purpose, asset }) => purpose === 'wallet' && asset === 'USDT')
  assertThat(
    usdt(wallet?.balance ?? '0') === actor.known.purse.wallet,
    `${actor.name}: the export says ${wallet?.balance}, the model ${actor.known.purse.wallet}`,
  )
  for (const secret of [actor.person.pwd, token, actor.person.totp ?? token])
    assertThat(!text.includes(secret), `the export of ${actor.name} contains a secret`)
}

/** Runs one command alone whose success or error the model predicts. */
const together = async (
  what: string,
  foretold: string | null,
  ask: () => Promise<unknown>,
): Promise<boolean> => {
  await expectRetCode(foretold, what, ask)
  return foretold === null
}

/** Closes every order; false if one cannot be closed now because another position is profitable. */
const closeAll = async (world: World, town: StaffWorld, actor: Actor): Promise<boolean> => {
  const { uid, name } = actor
  for (let rounds = 0; actor.known.orders.length > 0 && rounds < 3; rounds += 1)
    for (const { id, open } of [...actor.known.orders]) {
      if (!actor.known.orders.some((one) => one.id === id)) continue
      const market = modelMarket(world, town.riskGate)
      const foretold = open ? modelClose(actor.known, id, null, market) : modelCancel(actor.known, id)
      await together(`${name} ends order ${id}`, foretold, () =>
        open
          ? world.ask(uid, '/api/contract/pingcangContract', { id })
          : world.ask(uid, '/api/contract/cheDanContract', { id }),
      )
      // The rest of the wallet may be liquidatable now.
      await world.settled()
      const wrong = await reconcile(world, actor, [afterReevaluation(actor.known, market)], `${name} leaves`)
      assertThat(wrong === null, wrong ?? '')
    }
  return actor.known.orders.length === 0
}

const sellAll = async (world: World, town: StaffWorld, { uid, known, name }: Actor): Promise<void> => {
  for (const place of ['wallet', 'coin'] as const)
    for (const coin of coins) {
      const amount = known.purse[`${place}${coin}`]
      const pid = world.market.products.find(({ symbol }) => symbol === `${coin}USDT`)?.pid ?? 0
      if (amount === 0n) continue
      const foretold = modelConvert(known, place, coin, amount, modelMarket(world, town.riskGate))
      const walletId = pid + (place === 'wallet' ? 0 : 1_000_000_000)
      await together(`${name} sells all ${coin}`, foretold, () =>
        world.ask(uid, '/api/user/transferBalance', { number: formatUsdt(amount), walletId }),
      )
    }
}

const collect = async (world: World, town: StaffWorld, { uid, known, name }: Actor): Promise<void> => {
  for (const [type, from] of [
    [1, 'contract'],
    [2, 'contract2'],
    [3, 'coin'],
  ] as const) {
    const amount = known.purse[from]
    if (amount === 0n) continue
    const foretold = modelTransfer(known, from, 'wallet', amount, modelMarket(world, town.riskGate))
    await together(`${name} empties ${from}`, foretold, () =>
      world.ask(uid, '/api/user/walletTransfer', {
        type,
        typeReverse: 2,
        transfervalue: formatUsdt(amount),
      }),
    )
  }
}

const giveAway = async (world: World, { uid, known, name, person }: Actor, heir: Actor): Promise<void> => {
  const amount = known.purse.wallet
  if (amount === 0n) return
  const isPaused = world.clock.business() < person.pausedUntilMs
  const foretold = isPaused ? 'invalidState' : modelSend(known, amount)
  const isGiven = await together(`${name} gives all to ${heir.name}`, foretold, () =>
    world.ask(uid, '/api/user/internalTransfer', {
      accountType: 3,
      toAccount: String(heir.uid),
      price: formatUsdt(amount),
      withdrawpsd: person.withdrawPwd ?? '',
    }),
  )
  if (isGiven) heir.known.purse.wallet += amount
}

const isEmpty = ({ known: { purse } }: Actor): boolean =>
  Object.values(purse).every((amount) => amount === 0n)

/**
 * Withdraws everything and closes the account. Closing is rejected while a balance remains; afterwards it is final, and
 * the address can register again.
 */
export const leavePlatform = async (world: World, town: StaffWorld, actor: Actor): Promise<void> => {
  const { person, name } = actor
  const heir = town.actors.find((other) => other !== actor && isLive(other))
  if (heir === undefined || world.clock.now() < person.unsureUntilMs) return
  const { token } = await sessionOf(world, actor)
  const close = (pwd: string) => world.askWith(token, '/api/user/closeAccount', { pwd })
  if (world.market.products.some(({ symbol }) => world.market.isSilent(symbol))) return
  if (actor.known.orders.length > 0 || !isEmpty(actor))
    await expectRetCode('invalidState', `${name} closes an account that is not empty`, () =>
      close(person.pwd),
    )
  if (!(await closeAll(world, town, actor))) return
  await sellAll(world, town, actor)
  await collect(world, town, actor)
  if (person.canSend && person.withdrawPwd !== null) await giveAway(world, actor, heir)
  if (!isEmpty(actor)) return
  await expectRetCode('invalidCredentials', `${name} closes with a wrong password`, () => close('Wrong123'))
  await close(person.pwd)
  person.closed = true
  for (const session of person.sessions) if (session.fate === 'open') session.fate = 'ended'
  await expectRetCode('sessionRevoked', `${name} is gone`, () =>
    world.askWith(token, '/api/user/getuserinfo', {}),
  )
  await expectRetCode('invalidCredentials', `${name} comes back`, () =>
    world.ask(null, '/api/user/login', { type: 2, email: person.email, pwd: person.pwd }),
  )
  town.actors.push(await registerActor(world, town.actors.length + 1, person.email))
}
