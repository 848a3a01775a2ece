import type { DataOf } from '@glasshouse/core/calls'
import { type Loaded, useCall } from '../data/query.ts'

/** Who runs this, as the operator wrote it; every text is empty while nothing is written. */
export const useAbout = (): Loaded<DataOf<'/api/common/about'>> => useCall('/api/common/about', {})
