/** Actions that require a second manager; a proposal is recorded with the suffix `Proposed`. */
export const proposableActions = [
  'configSet',
  'productSave',
  'fund',
  'experienceGrant',
  'memberAdd',
  'memberSet',
  'memberInvite',
  'userSet',
  'withdrawHold',
  'holdingPublish',
] as const
export type ProposableAction = (typeof proposableActions)[number]

/**
 * Actions that only read. The database keeps the same list in `staff_audit_is_read`, whose index lists the others; a
 * test compares the two.
 */
export const auditReads = [
  'reviewList',
  'reviewItem',
  'productList',
  'investBook',
  'configList',
  'configHistory',
  'contentList',
  'memberList',
  'auditLog',
  'proposalList',
  'pictureView',
  'payChannelList',
  'withdrawBatches',
  'withdrawBatch',
  'metrics',
  'ledgerCheck',
  'userSearch',
  'userDetail',
  'lockList',
  'reserveList',
  'fundList',
  'aiSwitchView',
  'holdingList',
] as const
export type AuditRead = (typeof auditReads)[number]

const plainActions = [
  'reviewDecide',
  'leadEnd',
  'contentSave',
  'contentDelete',
  'communityPost',
  'login',
  'loginRefused',
  'logout',
  'firstManager',
  'proposalDrop',
  'join',
  'updatePwd',
  'payChannelSave',
  'jobRetry',
  'withdrawExport',
  'aiActivate',
  'aiSwitch',
  'reviewTake',
  'reviewPutBack',
  'withdrawSent',
  'withdrawFail',
  'totpStart',
  'totpConfirm',
  'totpStop',
  'passkeyAdd',
  'passkeyRemove',
  'liabilitiesRun',
] as const

export type AuditAction =
  | AuditRead
  | (typeof plainActions)[number]
  | ProposableAction
  | `${ProposableAction}Proposed`

/** All actions in the audit log. They are part of a hash chain and are never renamed. */
export const auditActions: readonly AuditAction[] = [
  ...auditReads,
  ...plainActions,
  ...proposableActions,
  ...proposableActions.map((action) => `${action}Proposed` as const),
]
