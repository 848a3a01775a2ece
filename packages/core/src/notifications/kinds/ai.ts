import { endReasons } from '../../ai/run.ts'
import { noticeSpecs } from '../spec.ts'

/** Notices about AI ordering. */
export const aiNotices = noticeSpecs({
  aiRunEnded: {
    tab: 'trading',
    isMailed: false,
    params: { id: 'id', symbol: 'text', done: 'id', times: 'id', result: 'usdt', reason: endReasons },
    link: '/contract?symbol={symbol}&panel=ai',
  },
})
