export {
  canLead,
  consoleOrigin,
  InvalidSettingsError,
  leaderRoles,
  passwordPolicyOf,
  publicOrigin,
  type Role,
  readSettings,
  readsForLeader,
  type Settings,
} from './settings.ts'
