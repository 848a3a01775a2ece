import type { PollOptions } from '@glasshouse/client/react/queries'
import type { RequestOf } from '@glasshouse/core/calls'
import {
  leadRecordFromWire,
  leadStatusFromWire,
  leadsFromWire,
} from '@glasshouse/core/invest/copy/leads/codec'
import { useDecodedCall, useDecodedPage } from './query.ts'

/** One page of the leads there ever were. */
export const useLeads = (query: RequestOf<'/api/invest/leadList'>, watch: PollOptions = {}) =>
  useDecodedPage('/api/invest/leadList', query, leadsFromWire, watch)

/** A lead with the record by day. */
export const useLead = (id: number, watch: PollOptions = {}) =>
  useDecodedCall('/api/invest/leadDetail', { id }, leadRecordFromWire, watch)

/** Whether I lead, my newest application, and my figures beside the thresholds. */
export const useLeadStatus = (watch: PollOptions = {}) =>
  useDecodedCall('/api/invest/leadStatus', {}, leadStatusFromWire, watch)
