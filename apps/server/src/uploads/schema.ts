import type { Generated } from 'kysely'
import type { PictureType } from './picture.ts'

export type UploadsTables = {
  uploads_picture: {
    id: Generated<number>
    name: string
    /** Null for a picture published by staff. */
    uid: number | null
    staff_id: number | null
    type: PictureType
    bytes: number
    width: number
    height: number
    state: 'incoming' | 'kept' | 'going'
    purpose: string | null
    created_ms: number
    /** Which secret its bytes are sealed with; null for one of an earlier version. */
    keyid: string | null
  }
}
