import { aiRunToWire } from '@glasshouse/core/ai/codec'
import { exportPages, type PersonalData } from '../platform/personalData/index.ts'
import { listOwnDecisions, listOwnRuns } from './service/runs.ts'

/** What this module stores about a customer. */
export const aiPersonalData: PersonalData<Parameters<typeof listOwnRuns>[0]> = {
  exportParts: (deps, { uid }) => [
    {
      name: 'aiRuns',
      rows: () => exportPages(async (page) => (await listOwnRuns(deps, uid, page)).rows.map(aiRunToWire)),
    },
    { name: 'aiDecisions', rows: () => exportPages((page) => listOwnDecisions(deps, uid, page)) },
  ],
}
