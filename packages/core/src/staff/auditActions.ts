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
] as const
export type ProposableAction = (typeof proposableActions)[number]

const plainActions = [
  'reviewList',
  'reviewItem',
  'reviewDecide',
  'productList',
  'investBook',
  'configList',
  'configHistory',
  'contentList',
  'contentSave',
  'contentDelete',
  'login',
  'loginRefused',
  'logout',
  'memberList',
  'auditLog',
  'firstManager',
  'proposalList',
  'proposalDrop',
  'join',
  'updatePwd',
  'pictureView',
  'payChannelList',
  'payChannelSave',
  'withdrawExport',
  'withdrawBatches',
  'withdrawBatch',
  'metrics',
  'ledgerCheck',
  'userSearch',
  'userDetail',
  'lockList',
  'reserveList',
  'fundList',
  'aiActivate',
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

export type AuditAction = (typeof plainActions)[number] | ProposableAction | `${ProposableAction}Proposed`

/** All actions in the audit log. They are part of a hash chain and are never renamed. */
export const auditActions: readonly AuditAction[] = [
  ...plainActions,
  ...proposableActions,
  ...proposableActions.map((action) => `${action}Proposed` as const),
]
