export { postText, publishStaffText } from './service/post.ts'
export {
  eraseCommunityTexts,
  listCommunityAppeals,
  listCommunityLikes,
  listCommunityTexts,
} from './service/privacy.ts'
export { communityReviews } from './service/reviews.ts'
export { appealRejection, likeText } from './service/standing.ts'

export { listSampleTexts } from './store/texts.ts'
