import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scratchFolder, startAndExpectRefusal } from './product.ts'
import { ownProduct } from './workerProduct.ts'

let folder: Awaited<ReturnType<typeof scratchFolder>>
beforeAll(async () => {
  folder = await scratchFolder()
})
afterAll(() => folder.remove())

it('exits on invalid settings with one line for each', async () => {
  const { code, printed } = await startAndExpectRefusal(folder.path, { PORT: 'abc', MARKET_FEED: 'guess' })
  expect(code).toBe(1)
  expect(printed).toContain('PORT')
  expect(printed).toContain('MARKET_FEED')
  expect(printed).not.toContain('    at ')
})

it('exits on an occupied port and names it', async () => {
  const holder = createServer()
  await new Promise<void>((done) => holder.listen(0, '127.0.0.1', done))
  const address = holder.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const { code, printed } = await startAndExpectRefusal(folder.path, { PORT: String(port) })
  holder.close()
  expect(code).toBe(1)
  expect(printed).toContain(String(port))
  expect(printed).not.toContain('    at ')
})

it('exits if the data folder is a file', async () => {
  const file = join(folder.path, 'file')
  await writeFile(file, '')
  const { code, printed } = await startAndExpectRefusal(join(file, 'data'), {})
  expect(code).toBe(1)
  expect(printed).toContain('DATA_DIR')
  expect(printed).not.toContain('    at ')
})

it('exits on a corrupt replay file and names the line', async () => {
  const replay = join(folder.path, 'replay')
  await mkdir(replay, { recursive: true })
  await writeFile(
    join(replay, 'BTCUSDT_trades.csv'),
    'time_ms,price,quantity,side\n1723161255342,61837.63,0.02,sell\n1723161255617,NaN,0.048,sell\n',
  )
  const { code, printed } = await startAndExpectRefusal(folder.path, {
    MARKET_FEED: 'replay',
    REPLAY_DIR: replay,
    MARKET_SYMBOLS: 'BTCUSDT',
  })
  expect(code).toBe(1)
  expect(printed).toContain('BTCUSDT_trades.csv')
  expect(printed).toContain('3')
  expect(printed).not.toContain('    at ')
})

it('exits if another product uses the data folder', async () => {
  const running = await ownProduct()
  const { code, printed } = await startAndExpectRefusal(running.dataFolder, {})
  expect(code).toBe(1)
  expect(printed).toContain('in use by process')
  expect(await running.stop()).toBe(0)
  await running.close()
})
