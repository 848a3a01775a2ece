export {
  canLead,
  consoleOrigin,
  InvalidSettingsError,
  leaderRoles,
  passwordPolicyOf,
  publicOrigin,
  type Role,
  readSettings,
  type Settings,
} from './settings.ts'
