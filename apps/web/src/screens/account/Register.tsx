import NotOpen from '../NotOpen.tsx'

export default NotOpen
