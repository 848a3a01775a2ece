export { activateCode, claimCode } from './service/activation.ts'
export { listOwnDecisions as listAiDecisions, listOwnRuns as listAiRuns } from './service/runs.ts'
