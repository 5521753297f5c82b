/** Stands for every icon: what draws one is looked at in a browser. */
export default () => null;
