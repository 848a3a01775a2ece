import { type About, aboutFromWire } from '@glasshouse/core/content/codec'
import { type QueryState, useDecodedCall } from '../data/query.ts'

/** Operator details; every text is empty until the operator writes it. */
export const useAbout = (): QueryState<About> => useDecodedCall('/api/common/about', {}, aboutFromWire)
