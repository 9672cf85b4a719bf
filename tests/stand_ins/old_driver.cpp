// Stands in for the driver of CUDA 9: what the runtime asks a driver first.
extern "C" int cuDriverGetVersion(int* version) {
  *version = 9000;
  return 0;
}
extern "C" int cuInit(unsigned) { return 0; }
