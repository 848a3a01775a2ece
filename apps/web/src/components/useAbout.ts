import type { DataOf } from '@glasshouse/core/calls'
import { type QueryState, useQueryCall } from '../data/query.ts'

/** Operator details; every text is empty until the operator writes it. */
export const useAbout = (): QueryState<DataOf<'/api/common/about'>> => useQueryCall('/api/common/about', {})
