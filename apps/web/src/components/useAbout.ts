import type { DataOf } from '@glasshouse/core/calls'
import { type QueryState, useQueryCall } from '../data/query.ts'

/** Who runs this, as the operator wrote it; every text is empty while nothing is written. */
export const useAbout = (): QueryState<DataOf<'/api/common/about'>> => useQueryCall('/api/common/about', {})
