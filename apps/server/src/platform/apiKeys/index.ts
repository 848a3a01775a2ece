export { currentApiKey, withApiKey, withoutApiKey } from './apiKeyContext.ts'
export { type ApiKey, apiKeyPrefix, type FindApiKey, requireApiKey } from './apiKeys.ts'
