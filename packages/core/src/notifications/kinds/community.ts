import { textKinds, textRejections } from '../../community/rules.ts'
import { noticeSpecs } from '../spec.ts'

const text = { id: 'id', text: textKinds } as const

/** Notices about texts of the community. */
export const communityNotices = noticeSpecs({
  communityPublished: { tab: 'account', isMailed: false, params: text, link: '/comment?tab={text}' },
  communityRejected: {
    tab: 'account',
    isMailed: false,
    params: { ...text, reason: textRejections },
    link: '/comment?tab={text}',
  },
  communityAppealUpheld: { tab: 'account', isMailed: false, params: text, link: '/comment?tab={text}' },
  communityAppealTurnedDown: { tab: 'account', isMailed: false, params: text, link: '/comment?tab={text}' },
  communityAnswered: {
    tab: 'account',
    isMailed: false,
    params: { ...text, speech: 'id' },
    link: '/community?id={speech}',
  },
})
