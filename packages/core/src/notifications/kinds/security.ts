import { noticeSpecs } from '../spec.ts'

/** Notices about the security of an account; their letters have a link of their own and are not these. */
export const securityNotices = noticeSpecs({
  newDevice: {
    tab: 'account',
    isMailed: false,
    params: { device: 'text', place: 'text' },
    link: '/security',
  },
  apiKeyAdded: { tab: 'account', isMailed: false, params: { name: 'text' }, link: '/security' },
})
