import type { PersonalData } from '../platform/personalData/index.ts'
import { streamOptions } from './service/list.ts'
import { countOpen } from './store/orders.ts'

/** What this module stores about a customer. */
export const optionPersonalData: PersonalData<Parameters<typeof streamOptions>[0]> = {
  exportParts: (deps, { uid }) => [{ name: 'options', rows: () => streamOptions(deps, uid) }],
  obstacle: async (tx, { uid }) => ((await countOpen(tx, uid)) > 0 ? 'ordersOpen' : null),
}
