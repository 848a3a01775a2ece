import { showToast } from '@glasshouse/ui/Toast'
import { usePrivateEvents } from '../data/stream.ts'
import { useTranslation } from '../i18n/useTranslation.ts'

/** While it is there, says on open pages that the account was signed in to from a new device. */
export default function NewDeviceNotice() {
  const { t } = useTranslation('security')
  usePrivateEvents(({ e, data }) => {
    if (e !== 'NOTICE' || data.kind !== 'newDevice') return
    showToast({ title: t('device.new', { device: String(data.device), place: String(data.place) }) })
  })
  return null
}
