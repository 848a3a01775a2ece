import { price } from '@glasshouse/core/money/units'
import { contractStage, type WatchedStage, watched } from '@glasshouse/testkit/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listContracts, openContract, setStops } from '../index.ts'

let stage: WatchedStage
beforeAll(async () => {
  stage = await watched(await contractStage({ trading: '1000000', insurance: '10000' }))
})
afterAll(async () => {
  await stage.engine.close()
  await stage.database.drop()
})

const request = {
  levertype: 1 as const,
  multiple: 10,
  originPrice: price('65850'),
  pid: 1,
  number: 10,
  status: 1 as const,
  type: 1 as const,
  target_profit_price: null,
  stop_loss_price: null,
}

it('a stop-loss against the lighter side of a wallet is not bounded by a close-out on the other side', async () => {
  const uid = 1
  await stage.give(uid, '400')
  await openContract(stage, { uid }, { ...request, type: 2, originPrice: price('65849.99'), number: 20 })
  // More is sold than bought: only a rise closes out, at some price above; a fall never does.
  const { id } = await openContract(stage, { uid }, { ...request, stop_loss_price: price('60000') })
  await setStops(stage, { uid }, { id, stop_loss_price: price('50000'), target_profit_price: null })
  const { rows } = await listContracts(
    stage,
    { uid },
    { levertype: 1, pageNum: 1, pageSize: 10, orderByColumn: 'id', isAsc: 'desc' },
  )
  expect(rows[0]).toMatchObject({ id, stopLossPrice: '50000' })
  // The heavier side stays bounded: beyond its close-out price a stop-loss would never fire.
  const [, sold] = rows
  const beyond = setStops(
    stage,
    { uid },
    { id: sold?.id ?? 0, stop_loss_price: price('99999'), target_profit_price: null },
  )
  await expect(beyond).rejects.toMatchObject({
    code: 'stopWrongSide',
    data: { rule: 'sellLoss', limit: sold?.liquidationPrice },
  })
})
