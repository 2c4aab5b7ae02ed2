package dev.postern.bench;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;

/**
 * Counts every heap allocation of the process through JVMTI's SampledObjectAlloc with interval 0
 * (JVM Tool Interface, version 11), called by the foreign-function API: no agent, no native build.
 *
 * <p>Enabling takes effect on a thread only at its next allocation outside of its buffer: {@link
 * #enable} forces one on the calling thread. Objects that the compiler proves not to escape are not
 * allocated, and not counted.
 */
@SuppressWarnings("restricted")
final class AllocationCounter {
  private static final Linker LINKER = Linker.nativeLinker();

  // Offsets in the JavaVM's and the JVMTI environment's function tables, 64-bit.
  private static final long GET_ENV = 48;
  private static final long SET_EVENT_NOTIFICATION_MODE = 8;
  private static final long SET_EVENT_CALLBACKS = 968;
  private static final long ADD_CAPABILITIES = 1128;
  private static final long SET_HEAP_SAMPLING_INTERVAL = 1240;

  private static final int JVMTI_VERSION_11 = 0x300B0000;
  private static final int CAPABILITY_SAMPLED_OBJECT_ALLOC = 43;
  private static final int EVENT_SAMPLED_OBJECT_ALLOC = 86;
  private static final int CALLBACKS_BYTES = 312;
  private static final long CALLBACK_SAMPLED_OBJECT_ALLOC = 288;

  /** More than a thread's allocation buffer ever holds. */
  private static final int BEYOND_BUFFER_BYTES = 8 << 20;

  private static final VarHandle COUNT = JAVA_LONG.varHandle();

  /** Off the heap: the callback must not allocate. */
  private static final MemorySegment COUNTS = Arena.global().allocate(16, 8);

  private static volatile byte[] sink = {};

  private final MemorySegment environment;
  private final MethodHandle setMode;

  AllocationCounter() throws Throwable {
    Arena arena = Arena.global();
    SymbolLookup jvm =
        SymbolLookup.libraryLookup(
            Path.of(System.getProperty("java.home"), "lib", "server", "libjvm.so"), arena);
    MethodHandle getVms =
        LINKER.downcallHandle(
            jvm.find("JNI_GetCreatedJavaVMs").orElseThrow(),
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, ADDRESS));
    MemorySegment vms = arena.allocate(ADDRESS);
    check((int) getVms.invokeExact(vms, 1, arena.allocate(JAVA_INT)), "JNI_GetCreatedJavaVMs");
    MemorySegment vm = pointer(vms, 8);
    MethodHandle getEnv =
        LINKER.downcallHandle(
            pointer(vm, GET_ENV + 8).get(ADDRESS, GET_ENV),
            FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT));
    MemorySegment out = arena.allocate(ADDRESS);
    check((int) getEnv.invokeExact(vm, out, JVMTI_VERSION_11), "GetEnv");
    environment = pointer(out, 8);
    MemorySegment table = pointer(environment, SET_HEAP_SAMPLING_INTERVAL + 8);

    MemorySegment capabilities = arena.allocate(16, 8);
    capabilities.set(
        JAVA_BYTE,
        CAPABILITY_SAMPLED_OBJECT_ALLOC / 8,
        (byte) (1 << CAPABILITY_SAMPLED_OBJECT_ALLOC % 8));
    FunctionDescriptor withAddress = FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS);
    MethodHandle addCapabilities =
        LINKER.downcallHandle(table.get(ADDRESS, ADD_CAPABILITIES), withAddress);
    check((int) addCapabilities.invokeExact(environment, capabilities), "AddCapabilities");
    MethodHandle setInterval =
        LINKER.downcallHandle(
            table.get(ADDRESS, SET_HEAP_SAMPLING_INTERVAL),
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
    check((int) setInterval.invokeExact(environment, 0), "SetHeapSamplingInterval");
    MemorySegment callbacks = arena.allocate(CALLBACKS_BYTES, 8);
    callbacks.set(ADDRESS, CALLBACK_SAMPLED_OBJECT_ALLOC, callback(arena));
    MethodHandle setCallbacks =
        LINKER.downcallHandle(
            table.get(ADDRESS, SET_EVENT_CALLBACKS),
            FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT));
    check(
        (int) setCallbacks.invokeExact(environment, callbacks, CALLBACKS_BYTES),
        "SetEventCallbacks");
    setMode =
        LINKER.downcallHandle(
            table.get(ADDRESS, SET_EVENT_NOTIFICATION_MODE),
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS),
            Linker.Option.firstVariadicArg(4));
  }

  private static MemorySegment pointer(MemorySegment from, long size) {
    return from.get(ADDRESS, 0).reinterpret(size);
  }

  private static void check(int result, String call) {
    if (result != 0) {
      throw new IllegalStateException(call + " failed with error " + result);
    }
  }

  private static MemorySegment callback(Arena arena) throws ReflectiveOperationException {
    MethodHandle handle =
        MethodHandles.lookup()
            .findStatic(
                AllocationCounter.class,
                "allocated",
                MethodType.methodType(
                    void.class,
                    long.class,
                    long.class,
                    long.class,
                    long.class,
                    long.class,
                    long.class));
    return LINKER.upcallStub(
        handle,
        FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
        arena);
  }

  /** SampledObjectAlloc; all parameters as plain words, so that nothing is boxed. */
  @SuppressWarnings("unused")
  private static void allocated(
      long environment, long jni, long thread, long object, long type, long size) {
    COUNT.getAndAdd(COUNTS, 0L, 1L);
    COUNT.getAndAdd(COUNTS, 8L, size);
  }

  /** Begins counting, on the calling thread at once. */
  void enable() throws Throwable {
    check(
        (int) setMode.invokeExact(environment, 1, EVENT_SAMPLED_OBJECT_ALLOC, MemorySegment.NULL),
        "SetEventNotificationMode");
    sink = new byte[BEYOND_BUFFER_BYTES];
    sink = new byte[0];
  }

  /** Allocations counted so far. */
  long count() {
    return (long) COUNT.getVolatile(COUNTS, 0L);
  }

  /** Their bytes. */
  long bytes() {
    return (long) COUNT.getVolatile(COUNTS, 8L);
  }
}
