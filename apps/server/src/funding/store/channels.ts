import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../platform/index.ts'
import type { FundingTables } from '../schema.ts'

export type ChannelRow = Selectable<FundingTables['funding_channel']>

export const selectChannels = (db: Db | Tx): Promise<ChannelRow[]> =>
  db
    .withTables<FundingTables>()
    .selectFrom('funding_channel')
    .selectAll()
    .orderBy('place')
    .orderBy('code')
    .execute()
