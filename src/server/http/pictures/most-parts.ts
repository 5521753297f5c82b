/**
 * Segments or chunks of one picture. Cameras write some dozens, animations a few for each frame; a file made of millions of
 * empty ones would cost far more memory than its bytes.
 */
export const MAX_PARTS = 20_000;
