/**
 * Segments or chunks of one picture. Cameras write some dozens, and animations a few for each frame. A file of millions
 * of empty parts would use far more memory than its bytes.
 */
export const MAX_PARTS = 20_000;
