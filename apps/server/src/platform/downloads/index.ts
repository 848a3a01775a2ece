export {
  admitDownload,
  createDownloadGate,
  linkDownloadLimits,
  sendInvalidLink,
  sendTooManyDownloads,
} from './downloads.ts'
