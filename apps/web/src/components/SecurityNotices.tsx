import { showToast } from '@glasshouse/ui/Toast'
import { usePrivateEvents } from '../data/stream.ts'
import { useTranslation } from '../i18n/useTranslation.ts'

/** While it is there, says on open pages that the account was signed in to from a new device or got an API key. */
export default function SecurityNotices() {
  const { t } = useTranslation('security')
  usePrivateEvents(({ e, data }) => {
    if (e !== 'NOTICE') return
    if (data.kind === 'newDevice')
      showToast({ title: t('device.new', { device: String(data.device), place: String(data.place) }) })
    if (data.kind === 'apiKeyAdded') showToast({ title: t('apiKey.added', { name: String(data.name) }) })
  })
  return null
}
