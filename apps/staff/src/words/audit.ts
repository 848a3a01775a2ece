import type { AuditAction } from '@glasshouse/core/staff/auditActions'
import { settingText } from './settings.ts'
import { worded } from './worded.ts'

/** Text of each audit action, displayed after the name of a staff member. */
export const auditWords: Readonly<Record<AuditAction, string>> = {
  reviewList: 'listed the work queue',
  reviewItem: 'opened a queue item',
  reviewDecide: 'decided a queue item',
  productList: 'listed the products',
  productSave: 'changed a product',
  productSaveProposed: 'proposed other terms of a product',
  investBook: 'read the investment book',
  leadEnd: 'ended a lead',
  liabilitiesRun: 'published a liabilities report',
  holdingList: 'listed proofs of holdings',
  holdingPublish: 'published a proof of holdings',
  holdingPublishProposed: 'proposed to publish a proof of holdings',
  configList: 'listed the settings',
  configSet: 'changed a setting',
  configHistory: 'read the history of settings',
  contentList: 'listed content',
  contentSave: 'saved content',
  contentDelete: 'deleted content',
  communityPost: 'published a text in the community',
  login: 'signed in',
  loginRefused: 'was refused at sign-in',
  logout: 'signed out',
  memberList: 'listed the staff',
  memberAdd: 'added a staff member',
  memberSet: 'changed a staff member',
  memberInvite: 'invited a staff member',
  auditLog: 'read the audit log',
  firstManager: 'added the first manager',
  proposalList: 'listed what waits for a second manager',
  proposalDrop: 'withdrew a proposal',
  join: 'accepted an invitation',
  updatePwd: 'changed the password',
  pictureView: 'viewed a picture',
  payChannelList: 'listed the deposit channels',
  payChannelSave: 'changed a deposit channel',
  withdrawExport: 'exported a payout batch',
  withdrawBatches: 'listed the payout batches',
  withdrawBatch: 'downloaded a payout batch',
  metrics: 'read the health figures',
  jobRetry: 'retried a background job',
  ledgerCheck: 'checked the books',
  experienceGrant: 'granted trial funds',
  userSearch: 'searched for a customer',
  userDetail: 'opened a customer',
  userSet: 'changed a customer',
  lockList: 'listed the locks',
  reserveList: 'listed the reserves',
  fundList: 'listed movements of capital',
  fund: 'moved operator capital',
  aiActivate: 'activated an AI code',
  aiSwitch: 'switched AI ordering',
  aiSwitchView: 'looked whether AI ordering is on',
  reviewTake: 'took a queue item',
  reviewPutBack: 'put a queue item back',
  withdrawHold: 'set why a withdrawal waits',
  withdrawSent: 'recorded that a withdrawal was sent',
  withdrawFail: 'rejected an approved withdrawal',
  totpStart: 'began to set up two-step sign-in',
  totpConfirm: 'switched two-step sign-in on',
  totpStop: 'switched two-step sign-in off',
  userSetProposed: 'proposed a lock, or to lift one',
  withdrawHoldProposed: 'proposed a legal hold, or to end one',
  passkeyAdd: 'added a passkey',
  passkeyRemove: 'removed a passkey',
  configSetProposed: 'proposed a setting',
  fundProposed: 'proposed a movement of capital',
  experienceGrantProposed: 'proposed trial funds',
  memberAddProposed: 'proposed a new staff member',
  memberSetProposed: 'proposed a change of a staff member',
  memberInviteProposed: 'proposed an invitation',
}

const words = new Map<string, string>(Object.entries(auditWords))

/**
 * Text of an audit action. An action unknown to this version is split into words.
 *
 * @example auditText('reviewDecide') // 'decided a queue item'
 */
export const auditText = (action: string): string => words.get(action) ?? worded(action).toLowerCase()

/**
 * Text of an audit target; settings are displayed by their label.
 *
 * @example targetText('setting reg_push') // 'setting Pop-up with the first-deposit bonus'
 * @example targetText('customer 10001') // 'customer 10001'
 */
export const targetText = (target: string): string =>
  target.replace(/^setting (\w+)$/, (_, key: string) => `setting ${settingText(key)}`)
