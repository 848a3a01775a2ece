export { addSampleContent } from './service/records.ts'

export { getSetting, getSettingIn } from './service/settings.ts'

export { listPublished } from './store/records.ts'
