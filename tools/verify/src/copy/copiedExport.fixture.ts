import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyFixture } from '@glasshouse/testkit/copying'
import { personalData } from '@glasshouse/testkit/personalData'
import { closePosition } from '../../../../apps/server/src/contracts/index.ts'
import { everythingAbout } from '../../../../apps/server/src/privacy/service/dataExport.ts'
import { openSigner } from '../../../../apps/server/src/trust/service/signing.ts'
import { makeAllReceipts } from '../../../../apps/server/src/trust/trust.fixture.ts'

/** What the product exports of a customer whose copy orders entered, paid fees, rolled over, left with a levy and were stopped. */
export type CopiedExport = {
  readonly path: string
  readonly text: string
  readonly remove: () => Promise<void>
}

/** Copies a lead over some days through the product and writes the export of a follower. */
export const exportCopies = async (): Promise<CopiedExport> => {
  const stage = await copyFixture()
  try {
    stage.markets.set('BTCUSDT', '65849.99', '65850')
    const lead = await stage.lead('10000')
    const product = await stage.copyProduct(lead, { freezedate: 2, leadfee: '12.5', exitlevy: '1' })
    const [uid, other] = [await stage.saver('8000'), await stage.saver('3000')]
    await stage.ask(other, product, '3000', 95)
    const levied = await stage.ask(uid, product, '4000')
    await stage.deal()
    const first = await stage.open(lead, 1, 100)
    const stopped = await stage.ask(uid, product, '700', 5)
    await stage.deal()
    stage.markets.set('BTCUSDT', '67000', '67000.1')
    await closePosition(stage, { uid: lead }, { id: first, lots: 30 })
    await stage.open(lead, 2, 20)
    await stage.deal()
    await stage.end(uid, levied, 'now')
    await stage.close(lead, first)
    await stage.deal()
    await stage.open(lead, 1, 100)
    stage.markets.set('BTCUSDT', '55000', '55000.1')
    await stage.deal()
    if ((await stage.order(uid, stopped)).state !== 'stopped')
      throw new Error('the stop-loss was not reached')
    await makeAllReceipts(stage, await openSigner(stage))
    let text = ''
    for await (const chunk of everythingAbout({ ...stage, personalData }, uid, 'en')) text += chunk
    const folder = await mkdtemp(join(tmpdir(), 'verify-copy-'))
    const path = join(folder, 'export.json')
    await writeFile(path, text)
    return {
      path,
      text: await readFile(path, 'utf8'),
      remove: () => rm(folder, { recursive: true, force: true }),
    }
  } finally {
    await stage.drop()
  }
}
